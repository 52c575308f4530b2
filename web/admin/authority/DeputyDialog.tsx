import { Select } from '@mantine/core';
import { useState } from 'react';
import { checkDeputy, type Deputy } from '#domain/authority/deputy.ts';
import { type Authority, refreshAuthority } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
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
  const [person, setPerson] = useState<string | null>(null);
  const [deputy, setDeputy] = useState<string | null>(null);
  const [first, setFirst] = useState<string | null>(today);
  const [last, setLast] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const change = useChange({
    send: (input: Deputy) => api.proposeAuthority({ body: { change: { kind: 'add_deputy', deputy: input } } }),
    done: 'Sent to a second person',
    failed: 'Failed to propose the deputy',
    apply: refreshAuthority,
    onDone: onClose,
    onFailed: refreshAuthority,
  });
  const input = { person: person ?? '', deputy: deputy ?? '', first_day: first ?? '', last_day: last ?? '' };
  const isWhole = person !== null && deputy !== null && first !== null && last !== null;
  const wrong = checkDeputy(input, today);
  const errorOf = (path: keyof Deputy) => {
    if (tried && input[path] === '') return 'Required';
    const own = input[path] === '' || input.person === '' ? undefined : wrong.find((one) => one.path === path)?.message;
    return own ?? change.failure?.field(`change.deputy.${path}`);
  };
  // Only those whose approval would count.
  const able = people.filter(({ can_sign }) => can_sign).map(({ id, name }) => ({ value: id, label: name }));
  const lists = {
    searchable: true,
    openOnFocus: false,
    maxDropdownHeight: 280,
    nothingFoundMessage: 'Nobody of that name can vote',
  };
  return (
    <Dialog
      title="Add a deputy"
      onClose={onClose}
      submit="Ask a second person"
      change={change}
      fields={['change.deputy']}
      onSubmit={() => {
        setTried(true);
        if (isWhole && wrong.length === 0) void change.run(input);
      }}
    >
      <Select
        label="For"
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={person}
        onChange={setPerson}
        error={errorOf('person')}
        required
        {...lists}
        nothingFoundMessage="Nobody of that name"
        data-autofocus
      />
      <Select
        label="Deputy"
        description="Somebody who may vote"
        data={able.filter(({ value }) => value !== person)}
        value={deputy}
        onChange={setDeputy}
        error={errorOf('deputy')}
        required
        {...lists}
      />
      <div className={classes.days}>
        <DayField
          label="First day"
          value={first}
          onChange={setFirst}
          days={{ min: today }}
          canClear={false}
          error={errorOf('first_day')}
        />
        <DayField
          label="Last day"
          value={last}
          onChange={setLast}
          days={{ min: first ?? today, max: addDays(first ?? today, MAX_DEPUTY_DAYS - 1) }}
          canClear={false}
          error={errorOf('last_day')}
        />
      </div>
      <p className="ls-small ls-ink-3">
        At most {MAX_DEPUTY_DAYS} days, both included. In force when a second administrator agrees.
      </p>
    </Dialog>
  );
}
