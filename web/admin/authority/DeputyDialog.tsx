import { Select } from '@mantine/core';
import { useState } from 'react';
import { checkDeputy, type Deputy } from '#domain/authority/deputy.ts';
import { type Authority, refreshAuthority } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { type FieldErrors, requireFields, useForm } from '#web/base/page/useForm.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { Dialog } from '#web/kit/Dialog.tsx';
import { addDays, utcToday } from '#web/kit/format.ts';
import { MAX_DEPUTY_DAYS } from './authorityText.ts';
import classes from './Authority.module.css';

type DeputyDialogProps = Readonly<{ people: Authority['people']; onClose: () => void }>;

/** For whom, who, and from which to which day. */
export function DeputyDialog({ people, onClose }: DeputyDialogProps) {
  const api = useApi();
  const [today] = useState(utcToday);
  const change = useChange({
    send: (deputy: Deputy) => api.proposeAuthority({ body: { change: { kind: 'add_deputy', deputy } } }),
    done: 'Sent to a second person',
    failed: 'Failed to propose the deputy',
    apply: refreshAuthority,
    onDone: onClose,
    onFailed: refreshAuthority,
  });
  const { values, submit, choice } = useForm<Deputy>({
    initial: { person: '', deputy: '', first_day: today, last_day: '' },
    check: (deputy) => requireFields(deputy, 'person', 'deputy', 'first_day', 'last_day'),
    checkAtOnce: (deputy) => checkChosen(deputy, today),
    change,
    prefix: 'change.deputy.',
    send: change.run,
  });
  const first = values.first_day || today;
  // Only those whose approval would count.
  const able = people.filter(({ can_sign }) => can_sign).map(({ id, name }) => ({ value: id, label: name }));
  const lists = {
    searchable: true,
    openOnFocus: false,
    nothingFoundMessage: 'Nobody of that name can vote',
  };
  return (
    <Dialog
      title="Add a deputy"
      onClose={onClose}
      submit="Ask a second person"
      change={change}
      fields={['change.deputy']}
      onSubmit={submit}
    >
      <Select
        label="For"
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        {...choice('person')}
        required
        {...lists}
        nothingFoundMessage="Nobody of that name"
        data-autofocus
      />
      <Select
        label="Deputy"
        description="Somebody who may vote"
        data={able.filter(({ value }) => value !== values.person)}
        {...choice('deputy')}
        required
        {...lists}
      />
      <div className={classes.days}>
        <DayField label="First day" {...choice('first_day')} days={{ min: today }} canClear={false} />
        <DayField
          label="Last day"
          {...choice('last_day')}
          days={{ min: first, max: addDays(first, MAX_DEPUTY_DAYS - 1) }}
          canClear={false}
        />
      </div>
      <p className="ls-small ls-ink-3">
        At most {MAX_DEPUTY_DAYS} days, both included. In force when a second administrator agrees.
      </p>
    </Dialog>
  );
}

/** Returns what is wrong with what is chosen already. */
function checkChosen(deputy: Deputy, today: string): FieldErrors {
  if (deputy.person === '') return {};
  const wrong = checkDeputy(deputy, today).filter(({ path }) => deputy[path] !== '');
  return Object.fromEntries(wrong.map(({ path, message }) => [path, message]));
}
