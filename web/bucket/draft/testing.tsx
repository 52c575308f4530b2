import { type ReactNode, useMemo, useState } from 'react';
import type { Bucket, KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { CompareProvider } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { ADDRESS, entriesOf, fakeBucketServer, makeBucket, makeDraft, numbersOf } from '#web/bucket/testing.tsx';
import { type Api, renderPage } from '#web/testing/page.tsx';
import type { PendingCells } from '#web/bucket/cells.ts';
import { type Editor, EditorContext } from '#web/bucket/editor.ts';
import { useEditing } from '#web/bucket/useEditing.ts';

type HarnessProps = Readonly<{
  dials: readonly KnownBucketDial[];
  /** Defaults to the dials themselves. */
  entries?: BucketEntries;
  bucket?: Bucket;
  search?: string;
}>;

type Step = Readonly<{ what: string; entries: BucketEntries; pending: PendingCells | undefined; order: number[] }>;

/** Renders a part of the edit page with an Editor and a comparison. Returns every step that is made. */
export async function renderInEditor(
  children: ReactNode,
  {
    api,
    permissions = ['bucket:view', 'bucket:edit'],
    ...harness
  }: HarnessProps & Readonly<{ api?: Api; permissions?: readonly string[] }>,
) {
  const steps: Step[] = [];
  const own = api ?? fakeBucketServer(harness.bucket ?? makeBucket(), harness.dials).api;
  const at = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}/edit`;
  const editor = (
    <EditorHarness {...harness} onStep={(step) => steps.push(step)}>
      {children}
    </EditorHarness>
  );
  return { steps, ...(await renderPage(editor, { api: own, route: at, address: at, permissions })) };
}

type EditorHarnessProps = HarnessProps & Readonly<{ onStep: (step: Step) => void; children: ReactNode }>;

function EditorHarness({ dials, entries, bucket, search = '', onStep, children }: EditorHarnessProps) {
  const [latest] = useState(() => {
    const list = entries ?? entriesOf(dials);
    return bucket === undefined ? makeBucket(list) : { ...bucket, draft: makeDraft(list) };
  });
  const { editor } = useEditing(latest, search);
  const watched = useMemo((): Editor => {
    const change: Editor['change'] = (next, what, pending) => {
      onStep({ what, entries: next, pending, order: numbersOf(next) });
      editor.change(next, what, pending);
    };
    return { ...editor, change };
  }, [editor, onStep]);
  return (
    <EditorContext value={watched}>
      <CompareProvider>{children}</CompareProvider>
    </EditorContext>
  );
}
