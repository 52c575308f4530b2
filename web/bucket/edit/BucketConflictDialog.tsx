import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { conflictKey, type MergeChoices, mergeEntries } from '#domain/bucket/merge.ts';
import { changeLines, fieldLabel, nameIn, sideText } from '#web/bucket/draftWords.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { NO_PENDING } from '#web/bucket/cells.ts';
import { countUnsaved } from '#web/bucket/useEditing.ts';
import { ConflictDialog } from '#web/kit/ConflictDialog.tsx';

export type BucketConflictDialogProps = Readonly<{
  /** The sentence without a full stop: "Demo Cyber Lead saved this draft at 11:02". */
  title: string;
  /** The common base, and the two sides. */
  base: BucketEntries;
  mine: BucketEntries;
  theirs: BucketEntries;
  confirmLabel: string;
  onMerge: (choices: MergeChoices) => void;
  onClose: () => void;
}>;

export function BucketConflictDialog(props: BucketConflictDialogProps) {
  const { title, base, mine, theirs, confirmLabel, onMerge, onClose } = props;
  const { lookup } = useEditor();
  const [choices, setChoices] = useState<MergeChoices>(() => new Map());
  const conflicts = useMemo(() => mergeEntries(base, mine, theirs, choices).conflicts, [base, mine, theirs, choices]);
  const nameOf = useMemo(() => nameIn([mine, theirs, base], lookup), [mine, theirs, base, lookup]);
  const conflicting = new Set(conflicts.map(conflictKey));
  const others = (side: BucketEntries) =>
    changeLines(base, side, lookup).filter((line) => !conflicting.has(conflictKey(line)));
  const [theirLines, myLines] = [others(theirs), others(mine)];
  return (
    <ConflictDialog
      title={title}
      unsaved={countUnsaved({ base, entries: mine, pending: NO_PENDING })}
      questions={conflicts.map((conflict) => ({
        key: conflictKey(conflict),
        label: `${nameOf(conflict.dial_id)}, ${fieldLabel(conflict.field)}`,
        chosen: choices.get(conflictKey(conflict)) ?? 'mine',
        theirs: sideText(conflict, theirs, lookup),
        mine: sideText(conflict, mine, lookup),
      }))}
      onChoose={(key, side) => setChoices((before) => new Map(before).set(key, side))}
      rows={
        theirLines.length + myLines.length === 0
          ? []
          : [{ theirs: <Lines lines={theirLines} />, mine: <Lines lines={myLines} /> }]
      }
      confirm={<Button onClick={() => onMerge(choices)}>{confirmLabel}</Button>}
      onClose={onClose}
    />
  );
}

function Lines({ lines }: Readonly<{ lines: ReturnType<typeof changeLines> }>) {
  if (lines.length === 0) return <span className="ls-ink-3">Nothing else</span>;
  return lines.map((line) => <div key={conflictKey(line)}>{line.text}</div>);
}
