import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Example } from '#contract/example.ts';
import type { Evaluation } from '#domain/evaluation/evaluate.ts';
import { sameRisk } from '#domain/example/change.ts';
import { checkExamples, checkValues } from '#domain/example/check.ts';
import { type Expected, expectedKeys, NONE } from '#domain/example/example.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { examplesQuery } from '#web/bucket/query.ts';
import type { Tried } from '#web/evaluation/tried.ts';
import type { TryRiskProps } from '#web/evaluation/TryRisk.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useMay } from '#web/session/session.tsx';
import { AgainstExample, ExpectedRow } from './AgainstExample.tsx';
import { ExampleList } from './ExampleList.tsx';
import { ExampleMenu } from './ExampleMenu.tsx';
import { SaveExample } from './SaveExample.tsx';
import { type ExampleChanges, useExampleChanges } from './useExampleChanges.ts';

type Slots = Pick<TryRiskProps, 'before' | 'note' | 'expected' | 'against' | 'action'>;

/** What the examples of a bucket add to Try a risk. Who may not edit the bucket sees them, and changes nothing. */
export function useExampleSlots(bucket: Bucket): Slots {
  const address = addressOf(bucket);
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const query = useQuery(examplesQuery(useApi(), address));
  const items = query.data?.items;
  const [openId, setOpenId] = useState<string>();
  const changes = useExampleChanges(address);
  /** The example that was opened; otherwise one whose risk this is, as for a link from the review. */
  const currentOf = ({ risk }: Tried): Example | undefined =>
    items?.find(({ id }) => id === openId) ?? items?.find((example) => sameRisk(example.risk, risk));
  const isChanged = ({ risk }: Tried, { risk: kept }: Example) => !sameRisk(kept, risk);
  const valuesOf = ({ evaluation }: Tried, { expected }: Example) => checkValues(evaluation.values, expected);
  /** The example as it would be with the risk on the screen and what that gets. */
  const updated = ({ risk, evaluation }: Tried, example: Example) => ({
    ...example,
    risk,
    expected: expectGiven(evaluation.values, example.expected),
  });

  return {
    before: (tried) => {
      if (items === undefined)
        return query.error === null ? null : <FetchError title="Failed to fetch the examples" query={query} />;
      const current = currentOf(tried);
      return (
        <TriedExamples
          tried={tried}
          items={items}
          current={current}
          changes={changes}
          mayEdit={mayEdit}
          onOpen={(example) => {
            changes.forget();
            setOpenId(example.id);
            tried.change(example.risk);
          }}
          onUpdate={
            current && isChanged(tried, current)
              ? () => void changes.change(current, updated(tried, current))
              : undefined
          }
        />
      );
    },
    note: (tried) => {
      const current = currentOf(tried);
      if (current === undefined) return null;
      if (!isChanged(tried, current)) return 'as in the example';
      return (
        <>
          changed from the example{' '}
          <button type="button" className="ls-link" onClick={() => tried.change(current.risk)}>
            Undo
          </button>
        </>
      );
    },
    expected: (tried) => {
      const current = currentOf(tried);
      return current && <ExpectedRow values={valuesOf(tried, current)} />;
    },
    against: (tried) => {
      const current = currentOf(tried);
      if (current === undefined) return null;
      const maySet = mayEdit && !isChanged(tried, current);
      return (
        <AgainstExample
          values={valuesOf(tried, current)}
          busy={changes.busy}
          onExpect={maySet ? () => void changes.change(current, updated(tried, current)) : undefined}
        />
      );
    },
    ...(mayEdit && {
      action: ({ risk, evaluation }) => (
        <SaveExample
          address={address}
          risk={risk}
          given={evaluation.values}
          onSaved={(example) => setOpenId(example.id)}
        />
      ),
    }),
  };
}

/** What is given, of the values that an example expects something of. */
const expectGiven = (given: Evaluation['values'], expected: Expected): Expected =>
  Object.fromEntries(expectedKeys(expected).map((key) => [key, given[key]?.winner.value ?? NONE]));

type TriedExamplesProps = Readonly<{
  tried: Tried;
  items: readonly Example[];
  current: Example | undefined;
  changes: ExampleChanges;
  mayEdit: boolean;
  onOpen: (example: Example) => void;
  onUpdate: (() => void) | undefined;
}>;

/** The examples as they stand on the list that is tried. They are checked again with the list, not with each key. */
function TriedExamples({ tried, items, current, changes, mayEdit, onOpen, onUpdate }: TriedExamplesProps) {
  const { entries } = tried.list;
  const checked = useMemo(() => checkExamples(entries, items), [entries, items]);
  return (
    <ExampleList
      checked={checked}
      current={current}
      onOpen={onOpen}
      refusal={changes.failure?.detail}
      none={
        mayEdit ? 'Save a risk and what it should get. It is checked on every save.' : 'No examples in this bucket.'
      }
      menu={mayEdit && current && <ExampleMenu example={current} changes={changes} onUpdate={onUpdate} />}
    />
  );
}
