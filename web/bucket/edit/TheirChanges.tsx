import { Modal } from '@mantine/core';
import { useMemo } from 'react';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { summariseChanges } from '#domain/bucket/summary.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { ChangeSummary } from '#web/bucket/summary/ChangeSummary.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';

type TheirChangesProps = Readonly<{ title: string; before: BucketEntries; after: BucketEntries; onClose: () => void }>;

const ids = (entries: BucketEntries): string[] => entries.map(({ dial_id }) => dial_id);

/** What someone else changed since this page last saw the draft. */
export function TheirChanges({ title, before, after, onClose }: TheirChangesProps) {
  const { lookup } = useEditor();
  const changes = useMemo(
    () => summariseChanges(before, after, (pin) => lookup(pin)?.data ?? { ...EMPTY_DIAL, name: 'A dial' }),
    [before, after, lookup],
  );
  return (
    <Modal opened onClose={onClose} title={title} size={980} closeButtonProps={{ 'aria-label': 'Close' }}>
      <ChangeSummary
        changes={changes}
        counts={countChanges(diffEntries(before, after))}
        before={ids(before)}
        after={ids(after)}
        note="since you last saw it"
      />
    </Modal>
  );
}
