import { Button, Modal } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useMemo, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { conflictKey, type MergeChoices, mergeEntries, type Side } from '#domain/bucket/merge.ts';
import classes from '#web/dial/edit/ConflictDialog.module.css';
import own from './ConflictDialog.module.css';
import { ConflictChoice } from './ConflictChoice.tsx';
import { changeLines, nameIn, whatIsThere } from '#web/bucket/draft/conflictWords.ts';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { countUnsaved } from '#web/bucket/draft/useEditing.ts';
import { NO_PENDING } from '#web/bucket/draft/pendingCells.ts';

export type ConflictDialogProps = Readonly<{
  /** What happened, without a full stop: "Demo Cyber Lead saved this draft at 11:02". */
  title: string;
  /** What both started from, and the two sides. */
  base: BucketEntries;
  mine: BucketEntries;
  theirs: BucketEntries;
  confirmLabel: string;
  onMerge: (choices: MergeChoices) => void;
  onClose: () => void;
}>;

/** Both sides are shown; only what both changed asks for a choice. Until then nothing is taken over. */
export function ConflictDialog({ title, base, mine, theirs, confirmLabel, onMerge, onClose }: ConflictDialogProps) {
  const { lookup } = useEditor();
  const [choices, setChoices] = useState<MergeChoices>(() => new Map());
  const conflicts = useMemo(() => mergeEntries(base, mine, theirs, choices).conflicts, [base, mine, theirs, choices]);
  const nameOf = useMemo(() => nameIn([mine, theirs, base], lookup), [mine, theirs, base, lookup]);
  const asked = new Set(conflicts.map(conflictKey));
  const others = (side: BucketEntries) =>
    changeLines(base, side, lookup).filter((line) => !asked.has(conflictKey(line)));
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      padding={0}
      withCloseButton={false}
      title={
        <span className={classes.title}>
          <IconWarning size={18} className={classes.warning} aria-hidden />
          {title}
        </span>
      }
      classNames={{ header: `${classes.head}`, body: `${classes.body}` }}
    >
      <p className={classes.text}>
        {whatIsThere(countUnsaved({ base, entries: mine, pending: NO_PENDING }), conflicts.length)}
      </p>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflictKey(conflict)}
          conflict={conflict}
          name={nameOf(conflict.dial_id)}
          theirs={theirs}
          mine={mine}
          side={choices.get(conflictKey(conflict)) ?? 'mine'}
          onChoose={(side: Side) => setChoices((before) => new Map(before).set(conflictKey(conflict), side))}
        />
      ))}
      <Unquestioned theirs={others(theirs)} mine={others(mine)} />
      <div className={classes.buttons}>
        <Button variant="subtle" color="slate" onClick={onClose} data-autofocus>
          Keep editing
        </Button>
        <Button onClick={() => onMerge(choices)}>{confirmLabel}</Button>
      </div>
    </Modal>
  );
}

type Lines = ReturnType<typeof changeLines>;

/** What only one of the two changed goes in as it is. */
function Unquestioned({ theirs, mine }: Readonly<{ theirs: Lines; mine: Lines }>) {
  if (theirs.length + mine.length === 0) return null;
  const list = (lines: Lines) =>
    lines.length === 0 ? (
      <span className={classes.same}>Nothing else</span>
    ) : (
      lines.map((line) => <div key={conflictKey(line)}>{line.text}</div>)
    );
  return (
    <table className={`${classes.table} ${own.sides}`}>
      <caption>Taken over from both sides</caption>
      <thead>
        <tr>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{list(theirs)}</td>
          <td>{list(mine)}</td>
        </tr>
      </tbody>
    </table>
  );
}
