import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useMemo } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import {
  describeUnusual,
  describeUnusualGroup,
  groupUnusual,
  listUnusual,
  type UnusualValue,
} from '#domain/bucket/unusual.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { type DialLookup } from '#web/bucket/query.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyLine } from '#web/kit/EmptyLine.tsx';
import classes from './Findings.module.css';
import { UnusualSheet } from '#web/change/findings/UnusualSheet.tsx';

const NOTHING = { of_class: {}, of_dials: [] };

/**
 * Values that are probably typos. They block nothing. Undefined until the values of other buckets are loaded or failed.
 */
export function useUnusual(
  bucket: Bucket,
  entries: BucketEntries,
  lookup: DialLookup,
): readonly UnusualValue[] | undefined {
  // Without the other buckets, compare with the dials' own values only.
  const { data = NOTHING, isPending } = useApiQuery(
    'getHighestValues',
    { params: addressOf(bucket) },
    // Reviews and submissions wait for it, and continue without it if it fails.
    { retry: false },
  );
  const unusual = useMemo(
    () => listUnusual(entries, bucket.live.entries, (entry) => lookup(entry)?.data.values, data),
    [entries, bucket, lookup, data],
  );
  return isPending ? undefined : unusual;
}

type UnusualValuesProps = Readonly<{ unusual: readonly UnusualValue[]; entries: BucketEntries; lookup: DialLookup }>;

const MAX_GROUPS = 3;
const warning = <IconWarning size={16} stroke={1.75} aria-hidden className="ls-fixed ls-amber" />;

/** One on a line; several by value and reason, and each of them in a sheet. */
export function UnusualValues({ unusual, entries, lookup }: UnusualValuesProps) {
  const showAll = useDialog((close) => (
    <UnusualSheet unusual={unusual} entries={entries} lookup={lookup} onClose={close} />
  ));
  const [first] = unusual;
  if (first === undefined) return null;
  if (unusual.length === 1)
    return (
      <EmptyLine title="Unusual value" icon={warning}>
        Dial {first.position}, {nameIn(entries, lookup, first.dial_id)}: {describeUnusual(first)}
      </EmptyLine>
    );
  return (
    <Card
      title="Unusual values"
      note={unusual.length}
      padded={false}
      aside={
        <button type="button" className="ls-link" onClick={() => showAll()}>
          All {unusual.length}
        </button>
      }
    >
      <ul className="ls-list ls-ruled">
        {groupUnusual(unusual)
          .slice(0, MAX_GROUPS)
          .map((group) => (
            <li key={`${group.key} ${group.kind}`} className={`ls-row ls-gap-12 ${classes.row}`}>
              {warning}
              <span>
                <b className="ls-num">{group.values.length}</b> {describeUnusualGroup(group)}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

function nameIn(entries: BucketEntries, lookup: DialLookup, dialId: string): string {
  const entry = entries.find(({ dial_id }) => dial_id === dialId);
  return (entry && lookup(entry)?.data.name) ?? '';
}
