import { Button } from '@mantine/core';
import { DAYS_WITHOUT_SIGN_IN } from '#domain/calendar/feed.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { CopyField } from '#web/kit/CopyField.tsx';
import { Time } from '#web/kit/Time.tsx';

/** The secret calendar address of the signed-in person: created, replaced and revoked here. */
export function CalendarDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  return (
    <DialogFrame title="Calendar" size={540} onClose={onClose}>
      <p className="ls-ink-2">
        Subscribe to your own address in Outlook, Google Calendar or Apple Calendar. It shows the buckets that go live
        and the dials that start and end, from 30 days back to a year ahead, as far as you may view them. It pauses once
        you have not opened Lineslip for {DAYS_WITHOUT_SIGN_IN} days, until you do.
      </p>
      <Address onDone={onClose} />
    </DialogFrame>
  );
}

/** `address`: only right after it was created. */
function Address({ onDone }: Readonly<{ onDone: () => void }>) {
  const api = useApi();
  const query = useApiQuery('getMyCalendar', {});
  const create = useChange({
    send: () => api.createMyCalendar(),
    done: 'Calendar address successfully created',
    failed: 'Failed to create calendar address',
    apply: (queries, { created_at }) =>
      queries.setQueryData(apiKey('getMyCalendar', {}), { created_at, address: null }),
  });
  const revoke = useChange({
    send: () => api.revokeMyCalendar(),
    done: 'Calendar address successfully revoked',
    failed: 'Failed to revoke calendar address',
    apply: (queries, feed) => queries.setQueryData(apiKey('getMyCalendar', {}), feed),
  });
  const address = create.result?.address;
  const failure = create.failure ?? revoke.failure;
  if (query.data === undefined) return <Loaded query={query} skeleton={2} className="ls-above-14" />;
  const { created_at } = query.data;
  const isNew = created_at !== null && created_at === create.result?.created_at;
  return (
    <>
      {isNew && typeof address === 'string' && (
        <CopyField
          label="Calendar address"
          value={address}
          note="Shown only now. Whoever has it can read your calendar, so do not pass it on."
        />
      )}
      {!isNew && created_at !== null && (
        <p className="ls-above-14">
          You have had an address since <Time moment={created_at} />. Replacing or revoking it stops it at once.
        </p>
      )}
      <Refusal failure={failure} className="ls-above-12" />
      <div className="ls-dialog-foot">
        {isNew && <Button onClick={onDone}>Done</Button>}
        {!isNew && created_at !== null && (
          <Button variant="default" loading={revoke.busy} onClick={() => void revoke.run()}>
            Revoke
          </Button>
        )}
        {!isNew && (
          <Button loading={create.busy} onClick={() => void create.run()}>
            {created_at === null ? 'Create address' : 'Replace'}
          </Button>
        )}
      </div>
    </>
  );
}
