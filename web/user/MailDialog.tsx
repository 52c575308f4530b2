import { Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import type { MailPreference } from '#contract/mail.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { Dialog, DialogFrame } from '#web/kit/Dialog.tsx';
import { listTimeZones } from '#web/kit/format.ts';

type MailDialogProps = Readonly<{ onClose: () => void }>;

/** What the signed-in person gets by e-mail. */
export function MailDialog({ onClose }: MailDialogProps) {
  const query = useApiQuery('getMyMail', {});
  if (query.data !== undefined) return <Form stored={query.data} onClose={onClose} />;
  return (
    <DialogFrame title="E-mail" size={480} onClose={onClose}>
      <p className="ls-ink-2 ls-below-14">{LINKS_ONLY}</p>
      <Loaded query={query} skeleton={3} />
    </DialogFrame>
  );
}

const LINKS_ONLY = 'E-mails have links only: nobody approves anything outside Lineslip.';

function Form({ stored, onClose }: MailDialogProps & Readonly<{ stored: MailPreference }>) {
  const api = useApi();
  const [atOnce, setAtOnce] = useState(stored.at_once);
  const [digest, setDigest] = useState(stored.digest);
  const [zone, setZone] = useState(stored.time_zone);
  const save = useChange({
    send: () => api.changeMyMail({ body: { at_once: atOnce, digest, time_zone: zone } }),
    done: 'E-mail settings successfully saved',
    failed: 'Failed to save e-mail settings',
    apply: (queries, saved) => queries.setQueryData(apiKey('getMyMail', {}), saved),
    onDone: onClose,
  });
  return (
    <Dialog title="E-mail" size={480} onClose={onClose} submit="Save" change={save} onSubmit={() => void save.run()}>
      <p className="ls-ink-2">{LINKS_ONLY}</p>
      <Checkbox
        label="At once, when a review needs exactly my vote"
        checked={atOnce}
        onChange={(event) => setAtOnce(event.currentTarget.checked)}
      />
      <Checkbox
        label="Each morning at 7:00, what waits for me: reviews, my drafts, dials that end"
        description="Nothing is sent on a morning without any."
        checked={digest}
        onChange={(event) => setDigest(event.currentTarget.checked)}
      />
      <Select
        label="Time zone"
        data={zonesWith(stored.time_zone)}
        value={zone}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such time zone"
        onChange={(chosen) => setZone(chosen ?? stored.time_zone)}
      />
    </Dialog>
  );
}

const zonesWith = (own: string): string[] => [...new Set(['UTC', own, ...listTimeZones()])];
