import { useQueryClient } from '@tanstack/react-query';
import { type Flag, refreshAdmin } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useState } from 'react';
import type { FlagKey } from '#domain/flag/flag.ts';
import { plural } from '#web/kit/plural.ts';
import { SaveBar } from '#web/admin/SaveBar.tsx';
import { apiKey } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { useUnsaved } from '#web/base/page/useLeaveGuard.ts';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { FlagCard, bodyOf, draftOf, type FlagDraft, isChanged } from './FlagCard.tsx';
import classes from './Flags.module.css';

export function FlagsTab() {
  const flags = useApiQuery('listFlags', {});
  if (flags.data === undefined) return <Loaded query={flags} title="Failed to load flags" skeleton={8} />;
  if (flags.data.flags.length === 0) return <EmptyState title="No flags yet" text="Lineslip reads no flags." />;
  return <Flags flags={flags.data.flags} refetch={() => void flags.refetch()} />;
}

type Drafts = Readonly<Partial<Record<FlagKey, FlagDraft>>>;
type FlagsProps = Readonly<{ flags: readonly Flag[]; refetch: () => void }>;

function Flags({ flags, refetch }: FlagsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const [drafts, setDrafts] = useState<Drafts>({});
  /** The flag that failed to save, where the error is shown. */
  const [refused, setRefused] = useState<FlagKey>();
  const draft = (flag: Flag) => drafts[flag.key] ?? draftOf(flag);
  const changed = flags.filter((flag) => isChanged(flag, draft(flag)));
  const blocker = useUnsaved(changed.length > 0);
  const saving = useChange({
    // One after the other; those saved before a refusal stay saved.
    send: async () => {
      for (const flag of changed) {
        setRefused(flag.key);
        const body = bodyOf(draft(flag));
        const saved = await api.changeFlag({ params: { key: flag.key }, body }, { ifMatch: flag.revision });
        setDrafts((before) => without(before, flag.key));
        queries.setQueryData(apiKey('listFlags', {}), saved);
      }
    },
    done: 'Flags successfully updated',
    failed: 'Failed to update flags',
    onDone: () => {
      setRefused(undefined);
      // The last editor is known only once the change is recorded.
      refetch();
    },
    onFailed: refreshAdmin,
  });

  const discard = () => {
    setDrafts({});
    saving.forget();
  };
  const save = () => void saving.run();

  return (
    <>
      <div className={`ls-stack ls-fixed ls-gap-16 ${classes.flags}`}>
        {flags.map((flag) => (
          <FlagCard
            key={flag.key}
            flag={flag}
            draft={draft(flag)}
            editable={mayEdit}
            failure={refused === flag.key ? saving.failure : undefined}
            onChange={(next) => setDrafts((before) => ({ ...before, [flag.key]: next }))}
          />
        ))}
      </div>
      {changed.length > 0 && (
        <SaveBar
          text={`${plural(changed.length, 'flag')} changed`}
          saveLabel="Save flags"
          busy={saving.busy}
          onDiscard={discard}
          onSave={save}
        />
      )}
      <LeaveDialog blocker={blocker} consequence={`Changes to ${plural(changed.length, 'flag')} will be lost.`} />
    </>
  );
}

const without = (drafts: Drafts, key: FlagKey): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([other]) => other !== key));
