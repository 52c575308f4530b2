import { Checkbox, Modal, Select } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { MailPreference } from '#contract/mail.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { DIALOG_CLASSES, DialogFoot, Refusal } from '#web/kit/ConfirmDialog.tsx';
import { useFocusBack } from '#web/kit/focus.ts';
import { listTimeZones } from '#web/kit/format.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';

type MailDialogProps = Readonly<{ opened: boolean; onClose: () => void }>;

/** What the signed-in person gets by e-mail. */
export function MailDialog({ opened, onClose }: MailDialogProps) {
  useFocusBack(opened);
  return (
    <Modal opened={opened} onClose={onClose} title="E-mail" size={480} classNames={DIALOG_CLASSES}>
      <p className="ls-ink-2">E-mails have links only: nobody approves anything outside Lineslip.</p>
      <Preference onDone={onClose} />
    </Modal>
  );
}

function Preference({ onDone }: Readonly<{ onDone: () => void }>) {
  const query = useQuery(mailQuery(useApi()));
  if (query.data === undefined)
    return <div className="ls-above-14">{query.error ? <FetchError query={query} /> : <Skeleton lines={3} />}</div>;
  return <Form stored={query.data} onDone={onDone} />;
}

function Form({ stored, onDone }: Readonly<{ stored: MailPreference; onDone: () => void }>) {
  const api = useApi();
  const [atOnce, setAtOnce] = useState(stored.at_once);
  const [digest, setDigest] = useState(stored.digest);
  const [zone, setZone] = useState(stored.time_zone);
  const save = useChange({
    send: () => api.changeMyMail({ body: { at_once: atOnce, digest, time_zone: zone } }),
    done: 'E-mail settings successfully saved',
    failed: 'Failed to save e-mail settings',
    apply: (queries, saved) => queries.setQueryData(mailKey, saved),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run().then((saved) => saved && onDone());
      }}
    >
      <Checkbox
        className="ls-above-14"
        label="At once, when a review needs exactly my vote"
        checked={atOnce}
        onChange={(event) => setAtOnce(event.currentTarget.checked)}
      />
      <Checkbox
        className="ls-above-12"
        label="Each morning at 7:00, what waits for me: reviews, my drafts, dials that end"
        description="Nothing is sent on a morning without any."
        checked={digest}
        onChange={(event) => setDigest(event.currentTarget.checked)}
      />
      <Select
        className="ls-above-14"
        label="Time zone"
        data={zonesWith(stored.time_zone)}
        value={zone}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such time zone"
        onChange={(chosen) => setZone(chosen ?? stored.time_zone)}
      />
      <Refusal text={save.failure?.detail} className="ls-above-12" />
      <DialogFoot onClose={onDone} submit="Save" busy={save.busy} />
    </form>
  );
}

const zonesWith = (own: string): string[] => [...new Set(['UTC', own, ...listTimeZones()])];

const mailKey = ['my mail'] as const;
const mailQuery = (api: Client<ApiContract>) =>
  queryOptions({
    queryKey: mailKey,
    queryFn: ({ signal }): Promise<MailPreference> => api.getMyMail(undefined, { signal }),
  });
