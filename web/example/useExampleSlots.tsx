import { memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { Example } from '#contract/example.ts';
import { riskKey } from '#domain/example/change.ts';
import { checkExamples, checkValues, expectResults } from '#domain/example/check.ts';
import { isBlank } from '#domain/evaluation/standing.ts';
import { expectedKeys } from '#domain/example/example.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, type BucketAddress } from '#web/bucket/address.ts';
import type { MakeExtras, RiskTrial } from '#web/risk/tried.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { usePhone } from '#web/kit/usePhone.ts';
import { useMay } from '#web/base/session/session.tsx';
import { AgainstExample, ExpectedRow } from './AgainstExample.tsx';
import { ExampleList } from './ExampleList.tsx';
import { type ExampleQuestion, ExampleMenu } from './ExampleMenu.tsx';
import { ExampleSheetMenu } from './ExampleSheetMenu.tsx';
import { SaveExample } from './SaveExample.tsx';
import { type ExampleChanges, useExampleChanges } from './useExampleChanges.ts';

/** The slots that a bucket's examples add to Try a risk. Read-only without permission to edit. */
export function useExampleSlots(bucket: Bucket): MakeExtras {
  const address = useMemo(() => addressOf(bucket), [bucket]);
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const query = useApiQuery('listExamples', { params: address });
  const items = query.data?.items;
  const byRisk = useMemo(() => Map.groupBy(items ?? [], ({ risk }) => riskKey(risk)), [items]);
  const [openId, setOpenId] = useState<string>();
  const changes = useExampleChanges(address);
  const open = useCallback(({ id }: Example) => setOpenId(id), []);

  return (tried, latest) => {
    const key = riskKey(tried.risk);
    /** The opened example, else one with the same risk, as for a link from the review. */
    const current = items?.find(({ id }) => id === openId) ?? byRisk.get(key)?.[0];
    const isChanged = current !== undefined && riskKey(current.risk) !== key;
    const values = current && checkValues(tried.evaluation.values, current.expected);
    const update = () => current && void changes.change(current, updated(latest.current, current));
    return {
      before: (
        <Loaded query={query} title="Failed to fetch the examples">
          {(data) => (
            <TriedExamples
              entries={tried.list.entries}
              address={address}
              items={data.items}
              current={current}
              isChanged={isChanged}
              changes={changes}
              mayEdit={mayEdit}
              latest={latest}
              onOpen={open}
            />
          )}
        </Loaded>
      ),
      note: current ? <Note isChanged={isChanged} onUndo={() => tried.change(current.risk)} /> : null,
      expected: values && <ExpectedRow values={values} />,
      against: values && (
        <AgainstExample values={values} busy={changes.busy} onExpect={mayEdit && !isChanged ? update : undefined} />
      ),
      action: mayEdit && (
        <SaveExample
          address={address}
          latest={latest}
          isOff={isBlank(tried.risk) && current === undefined}
          onSaved={open}
        />
      ),
      hasExamples: (items?.length ?? 0) > 0,
    };
  };
}

function Note({ isChanged, onUndo }: Readonly<{ isChanged: boolean; onUndo: () => void }>) {
  if (!isChanged) return 'as in the example';
  return (
    <>
      changed from the example{' '}
      <button type="button" className="ls-link" onClick={onUndo}>
        Undo
      </button>
    </>
  );
}

/** The example with the risk on the screen and its result. */
const updated = ({ risk, evaluation }: RiskTrial, example: Example): Example => ({
  ...example,
  risk,
  expected: expectResults(evaluation.values, expectedKeys(example.expected)),
});

type TriedExamplesProps = Readonly<{
  address: BucketAddress;
  entries: RiskTrial['list']['entries'];
  items: readonly Example[];
  current: Example | undefined;
  /** The risk on the screen differs from the current example's. */
  isChanged: boolean;
  changes: ExampleChanges;
  mayEdit: boolean;
  latest: RefObject<RiskTrial>;
  onOpen: (example: Example) => void;
}>;

/** The examples checked against the list being tried. They re-render with the list, not with each key. */
const TriedExamples = memo(function TriedExamples(props: TriedExamplesProps) {
  const { address, entries, items, current, isChanged, changes, mayEdit, latest, onOpen } = props;
  const checked = useMemo(() => checkExamples(entries, items), [entries, items]);
  // A phone has no room for what each dial asks for, nor a key for the first example: it is open from the start.
  const first = usePhone() ? checked[0]?.example : undefined;
  const opening = useRef(first);
  useEffect(() => {
    if (opening.current === undefined || !isBlank(latest.current.risk)) return;
    onOpen(opening.current);
    latest.current.change(opening.current.risk);
  }, [latest, onOpen]);
  const [question, setQuestion] = useState<Readonly<{ id: string; asking: ExampleQuestion }>>();
  // Show a refusal once: in the open dialog, or here if the dialog closed with its example.
  const asking = question && question.id === current?.id ? question.asking : undefined;
  const update = (example: Example) => void changes.change(example, updated(latest.current, example));
  return (
    <ExampleList
      checked={checked}
      current={current}
      onOpen={(example) => {
        changes.forget();
        onOpen(example);
        latest.current.change(example.risk);
      }}
      refusal={asking === undefined ? changes.failure?.detail : undefined}
      none={
        mayEdit ? 'Save a risk and what it should get. It is checked on every save.' : 'No examples in this bucket.'
      }
      tools={(mayEdit || items.length > 0) && <ExampleSheetMenu address={address} items={items} mayEdit={mayEdit} />}
      menu={
        mayEdit &&
        current && (
          <ExampleMenu
            example={current}
            changes={changes}
            asking={asking}
            onAsk={(next) => setQuestion(next && { id: current.id, asking: next })}
            onUpdate={isChanged ? () => update(current) : undefined}
          />
        )
      }
    />
  );
});
