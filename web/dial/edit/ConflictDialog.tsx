import { Button, Modal } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useState } from 'react';
import type { DialData } from '#domain/dial/dial.ts';
import { mergeDials, readPath, takePaths, type DialPath, type Merge } from '#domain/dial/merge.ts';
import { useNameOption } from '#web/dial/query.ts';
import { useLink } from '#web/kit/link.tsx';
import { clockOrDay } from '#web/kit/clockOrDay.ts';
import { ConflictChoice, type Side } from './ConflictChoice.tsx';
import type { Opened } from './draft.ts';
import { useEditor } from './editor.ts';
import { labelOfPath, textOfPath } from './pathWords.ts';
import type { Conflict, Saving } from './useSaving.ts';
import classes from './ConflictDialog.module.css';

type ConflictDialogProps = Conflict & Readonly<{ base: Opened; saving: Saving }>;

/** Someone saved in between. Both sides are shown; only what both changed asks for a choice. */
export function ConflictDialog({ base, theirs, message, saving }: ConflictDialogProps) {
  const { store } = useEditor();
  // What they published has a reason of its own; the version after it keeps mine.
  const theirData = theirs.dial.state === 'draft' ? theirs.data : { ...theirs.data, reason: base.data.reason };
  const [mine] = useState(() => store.get().data);
  const [merge] = useState(() => mergeDials(base.data, mine, theirData));
  const [taken, setTaken] = useState<readonly DialPath[]>([]);
  // They published or discarded what I had open, and I changed nothing: there is nothing to merge.
  const overtaken = theirs.dial.state === 'published' && merge.mine.length === 0;
  const isDiscarded = theirs.dial.version < base.version;
  const Link = useLink();

  const choose = (path: DialPath, side: Side) =>
    setTaken((before) => [...before.filter((each) => each !== path), ...(side === 'theirs' ? [path] : [])]);
  const mergeAndSave = () => {
    const merged = takePaths(merge.merged, theirData, taken);
    store.take(merged, [...merge.theirs, ...taken]);
    void saving.saveMerged(merged, theirs);
  };

  return (
    <Modal
      opened
      onClose={saving.dismissConflict}
      size={640}
      padding={0}
      withCloseButton={false}
      title={
        <span className={classes.title}>
          <IconWarning size={18} className={classes.warning} aria-hidden />
          {isDiscarded ? message.replace(/\.$/, '') : whoAndWhen(theirs)}
        </span>
      }
      classNames={{ header: `${classes.head}`, body: `${classes.body}` }}
    >
      <p className={classes.text}>{whatIsThere(merge)}</p>
      {merge.conflicts.map((path) => (
        <ConflictChoice
          key={path}
          path={path}
          theirs={readPath(theirData, path)}
          mine={readPath(mine, path)}
          side={taken.includes(path) ? 'theirs' : 'mine'}
          onChoose={(side) => choose(path, side)}
        />
      ))}
      <Unquestioned merge={merge} mine={mine} theirs={theirData} />
      <div className={classes.buttons}>
        <Button variant="subtle" color="slate" onClick={saving.dismissConflict} data-autofocus>
          Keep editing
        </Button>
        {overtaken ? (
          <Button component={Link} to={`/dials/${theirs.dial.id}`} end>
            View Dial
          </Button>
        ) : (
          <Button onClick={mergeAndSave} loading={saving.working !== undefined}>
            Merge and Save Draft
          </Button>
        )}
      </div>
    </Modal>
  );
}

function whoAndWhen({ dial }: Opened): string {
  return `${dial.saved_by.name} ${dial.state === 'draft' ? 'saved this draft' : 'published this version'} at ${clockOrDay(dial.saved_at)}`;
}

function whatIsThere({ mine, conflicts }: Merge): string {
  const kept = mine.length === 1 ? 'Your change is still here.' : `Your ${mine.length} changes are still here.`;
  if (mine.length === 0) return 'You have changed nothing since, so nothing is lost.';
  if (conflicts.length === 0) return `${kept} None touches what they changed.`;
  return `${kept} ${conflicts.length === 1 ? 'One touches the same value.' : `${conflicts.length} touch the same values.`}`;
}

type UnquestionedProps = Readonly<{ merge: Merge; mine: DialData; theirs: DialData }>;

/** What only one of the two changed goes in as it is. */
function Unquestioned({ merge, mine, theirs }: UnquestionedProps) {
  const nameOption = useNameOption();
  const paths = [...new Set([...merge.theirs, ...merge.mine])].filter((path) => !merge.conflicts.includes(path));
  if (paths.length === 0) return null;
  const cell = (path: DialPath, changed: readonly DialPath[], data: DialData) =>
    changed.includes(path) ? (
      textOfPath(path, readPath(data, path), nameOption)
    ) : (
      <span className={classes.same}>as before</span>
    );
  return (
    <table className={classes.table}>
      <caption>Taken over from both sides</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Theirs</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {paths.map((path) => (
          <tr key={path}>
            <th scope="row">{labelOfPath(path)}</th>
            <td>{cell(path, merge.theirs, theirs)}</td>
            <td>{cell(path, merge.mine, mine)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
