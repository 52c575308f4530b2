import { Button } from '@mantine/core';
import { useState } from 'react';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { mergeDials, readPath, takePaths, type DialPath } from '#domain/dial/merge.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { VALUES, type ValueKey } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { ConflictDialog as Dialog } from '#web/kit/ConflictDialog.tsx';
import { formatAt, formatDay } from '#web/kit/format.ts';
import { useLink } from '#web/kit/link.tsx';
import type { FormSource } from './draft.ts';
import { useEditor } from './editor.ts';
import type { Conflict, Saving } from './useSaving.ts';

type ConflictDialogProps = Conflict & Readonly<{ base: FormSource; saving: Saving }>;

/** Someone saved in between. Shows both sides; only conflicts need a choice. */
export function ConflictDialog({ base, theirs, message, saving }: ConflictDialogProps) {
  const { store } = useEditor();
  const nameOption = useNameOption();
  const Link = useLink();
  // Their published version has its own reason; the next version keeps mine.
  const theirData = theirs.dial.state === 'draft' ? theirs.data : { ...theirs.data, reason: base.data.reason };
  const [mine] = useState(() => store.get().data);
  const [merge] = useState(() => mergeDials(base.data, mine, theirData));
  const [taken, setTaken] = useState<readonly string[]>([]);
  const isDiscarded = theirs.dial.version < base.version;
  // They published or discarded the draft, and I changed nothing: nothing to merge.
  const hasNothingToMerge = theirs.dial.state === 'published' && merge.mine.length === 0;
  const textOf = (data: typeof mine, path: DialPath) => textOfPath(path, readPath(data, path), nameOption);
  const sideOf = (data: typeof mine, path: DialPath, changed: readonly DialPath[]) =>
    changed.includes(path) ? textOf(data, path) : <span className="ls-ink-3">as before</span>;

  const mergeAndSave = () => {
    const paths = merge.conflicts.filter((path) => taken.includes(path));
    const merged = takePaths(merge.merged, theirData, paths);
    store.take(merged, [...merge.theirs, ...paths]);
    void saving.saveMerged(merged, theirs);
  };
  return (
    <Dialog
      title={isDiscarded ? message.replace(/\.$/, '') : describeChange(theirs)}
      unsaved={merge.mine.length}
      questions={merge.conflicts.map((path) => ({
        key: path,
        label: labelOfPath(path),
        theirs: textOf(theirData, path),
        mine: textOf(mine, path),
        chosen: taken.includes(path) ? 'theirs' : 'mine',
      }))}
      onChoose={(path, side) =>
        setTaken((before) => [...before.filter((each) => each !== path), ...(side === 'theirs' ? [path] : [])])
      }
      rows={[...new Set([...merge.theirs, ...merge.mine])]
        .filter((path) => !merge.conflicts.includes(path))
        .map((path) => ({
          label: labelOfPath(path),
          theirs: sideOf(theirData, path, merge.theirs),
          mine: sideOf(mine, path, merge.mine),
        }))}
      confirm={
        hasNothingToMerge ? (
          <Button component={Link} to={`/dials/${theirs.dial.id}`} end>
            View Dial
          </Button>
        ) : (
          <Button onClick={mergeAndSave} loading={saving.working !== undefined}>
            Merge and Save Draft
          </Button>
        )
      }
      onClose={saving.dismissConflict}
    />
  );
}

function describeChange({ dial }: FormSource): string {
  const what = dial.state === 'draft' ? 'saved this draft' : 'published this version';
  return `${dial.saved_by.name} ${what} ${formatAt(dial.saved_at)}`;
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  reason: 'Reason',
  tags: 'Tags',
  authors: 'Authors',
  journeys: 'Journeys',
  active_from: 'Active From',
  active_until: 'Active Until',
};

/** The form's label of a field. */
function labelOfPath(path: DialPath): string {
  const [group = '', key] = path.split('.');
  if (group === 'dimensions') return dimensionOf(key as DimensionKey).label;
  return group === 'values' ? VALUES[key as ValueKey].label : (LABELS[group] ?? group);
}

/** The value of a field in words. */
function textOfPath(path: DialPath, value: unknown, nameOption: NameOption): string {
  const [group, key] = path.split('.');
  if (group === 'dimensions') return describeValue(key as DimensionKey, value, nameOption);
  if (group === 'values')
    return typeof value === 'string' || typeof value === 'number' ? valueText(key as ValueKey, value) : 'Not set';
  if (Array.isArray(value)) return value.map((item: string) => journeyName(path, item)).join(', ') || 'None';
  if (typeof value !== 'string' || value === '') return 'Empty';
  return path === 'active_from' || path === 'active_until' ? formatDay(value) : value;
}

const journeyName = (path: DialPath, item: string): string =>
  path === 'journeys' ? (JOURNEYS.find(({ value }) => value === item)?.label ?? item) : item;
