import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Example } from '#contract/example.ts';
import { describeExampleChange } from '#domain/example/words.ts';
import type { ExampleData } from '#domain/example/example.ts';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { refreshExamples } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { plural } from '#web/kit/plural.ts';
import { TINY_SHARE } from '#domain/sheet/words.ts';
import type { ExampleChanges } from './exampleSheet.ts';

type ImportExamplesProps = Readonly<{
  address: BucketAddress;
  changes: ExampleChanges;
  onClose: () => void;
}>;

/** What a sheet would do to the examples, before anything is written. */
export function ImportExamples(props: ImportExamplesProps) {
  return (
    <DialogFrame title="Import examples" size={620} onClose={props.onClose}>
      <Steps {...props} />
    </DialogFrame>
  );
}

/** A new example, a changed one, or one to delete. */
type Step = Readonly<{
  key: string;
  name: string;
  text: string;
  example?: Example;
  data: ExampleData | null;
  note?: string;
}>;

/** Nothing that removes or overwrites is ticked by itself. */
function listSteps({ added, changed, missing }: ExampleChanges): (Step & { isTicked: boolean })[] {
  return [
    ...added.map((data) => ({ key: `new ${data.name}`, name: data.name, text: 'added', data, isTicked: true })),
    ...changed.map(({ example, data, isAsked, hasTinyShare }) => ({
      key: example.id,
      name: example.name,
      text: describeExampleChange(example, data),
      example,
      data,
      isTicked: !isAsked && !hasTinyShare,
      ...(hasTinyShare && { note: TINY_SHARE }),
      ...(isAsked && { note: `${example.saved_by.name} changed the same since the export` }),
    })),
    ...missing.map((example) => ({
      key: example.id,
      name: example.name,
      text: 'deleted',
      example,
      data: null,
      isTicked: false,
      note: 'Gone from the sheet: removed, or only filtered out?',
    })),
  ];
}

type ImportBody = Parameters<ReturnType<typeof useApi>['importExamples']>[0]['body'];

/** All that was ticked, as one request: it is saved as a whole, or not at all. */
function bodyOf(steps: readonly Step[]): ImportBody {
  const basis = ({ id, revision }: Example) => ({ id, revision });
  return {
    add: steps.flatMap(({ example, data }) => (example === undefined && data !== null ? [data] : [])),
    change: steps.flatMap(({ example, data }) =>
      example && data !== null ? [{ ...basis(example), example: data }] : [],
    ),
    delete: steps.flatMap(({ example, data }) => (example && data === null ? [basis(example)] : [])),
  };
}

function Steps({ address, changes, onClose }: ImportExamplesProps) {
  const api = useApi();
  const steps = listSteps(changes);
  const [ticked, setTicked] = useState(() => new Set(steps.filter(({ isTicked }) => isTicked).map(({ key }) => key)));
  const chosen = steps.filter(({ key }) => ticked.has(key));
  const saving = useChange({
    send: async (list: readonly Step[]) => {
      await api.importExamples({ params: address, body: bodyOf(list) });
      return list.length;
    },
    done: (count) => `${plural(count, 'example')} saved`,
    failed: 'Failed to import examples',
    apply: (queries) => refreshExamples(queries, address),
    onFailed: (queries) => refreshExamples(queries, address),
    onDone: onClose,
  });
  const tick = (key: string) =>
    setTicked((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <>
      {changes.notices.map((notice) => (
        <p key={notice} className="ls-small ls-ink-3 ls-below-8">
          {notice}
        </p>
      ))}
      {steps.length === 0 && <p className="ls-ink-2">The sheet has the same examples.</p>}
      <ul className="ls-list ls-ruled" aria-label="Changes of examples">
        {steps.map(({ key, name, text, note }) => (
          <li key={key} className="ls-above-8 ls-below-8">
            <Checkbox
              checked={ticked.has(key)}
              onChange={() => tick(key)}
              label={
                <>
                  <b className="ls-break">{name}</b> <span className="ls-ink-2">{text}</span>
                </>
              }
              description={note}
            />
          </li>
        ))}
      </ul>
      {changes.errors.length > 0 && (
        <div role="alert" className="ls-notice ls-above-12" data-tone="red">
          <p className="ls-bold">Rows with these cells change nothing</p>
          <ul className="ls-list">
            {changes.errors.map(({ cell, text, message }) => (
              <li key={`${cell} ${message}`} className="ls-break">
                {cell}: {text !== '' && `${text}: `}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Refusal failure={saving.failure} className="ls-above-12" />
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        {steps.length > 0 && (
          <Button loading={saving.busy} disabled={chosen.length === 0} onClick={() => void saving.run(chosen)}>
            Save {plural(chosen.length, 'example')}
          </Button>
        )}
      </div>
    </>
  );
}
