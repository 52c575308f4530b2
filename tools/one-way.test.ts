import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What has one way in the screens. A rule names the files that it does not hold for, each with the reason. */
const list = (pattern: RegExp, files = 'web/**/*.tsx'): string[] =>
  globSync(files, { exclude: ['web/dist/**', 'web/**/*.test.*'] }).filter((file) =>
    pattern.test(readFileSync(file, 'utf8')),
  );

test('dialogs have one frame: nothing but web/kit/Dialog.tsx uses the Modal of the library', () => {
  expect(list(/<Modal\b/)).toEqual(['web/kit/Dialog.tsx']);
});

test('what a page reads is shown by <Loaded>: only web/base/page draws the failure of a query', () => {
  const others = list(/<FetchError\b/).filter((file) => !file.startsWith('web/base/page/'));
  // Its download is no query: Retry downloads again.
  expect(others).toEqual(['web/review/EvidencePage.tsx']);
  expect(list(/<Loaded\b/).length).toBeGreaterThan(50);
});

test('drafts are submitted by one form: only web/bucket/submit has its fields', () => {
  expect(list(/<(?:GoLiveField|SignersNotice)\b/)).toEqual(['web/review/Submission.tsx']);
  expect(list(/<SubmissionFields\b/).length).toBeGreaterThan(3);
});

test('files are chosen and dropped in one way: only web/kit/FileDrop.tsx has a field for them', () => {
  expect(list(/type="file"/)).toEqual(['web/kit/FileDrop.tsx']);
  expect(list(/<RefusedFile\b/).length).toBeGreaterThan(2);
});

test('a route is read by its name: only web/api declares queries', () => {
  const declared = list(
    /\b(useQuery|useInfiniteQuery|useSuspenseQuery|(infiniteQ|q)ueryOptions)(<.*>)?\(/,
    'web/**/*.{ts,tsx}',
  );
  expect(declared.toSorted()).toEqual(['web/base/api/nouns.ts', 'web/base/api/query.ts']);
});

test('an impact has one view: only web/impact draws its charts, and no chart is a control', () => {
  expect(list(/<(?:ChangeDistribution|LargestChanges|RankedBars)\b/)).toEqual(['web/impact/ImpactView.tsx']);
  expect(list(/role="slider"/)).toEqual(['web/rule/DraggableLine.tsx']);
});

test('changes are sent in one way: only a download, which changes nothing, is no useChange', () => {
  expect(list(/\buseMutation\(/, 'web/**/*.{ts,tsx}')).toEqual(['web/review/evidence/useEvidenceDownload.ts']);
});

/** Tables that are no lists of rows of one kind, or whose rows are fields. */
const TABLES: Readonly<Record<string, string>> = {
  'web/base/page/DataTable.tsx': 'the list itself',
  'web/kit/Table.tsx': 'the table of those below that have one head and no states',
  'web/kit/MatrixTable.tsx': 'two directions',
  'web/kit/ConflictDialog.tsx': 'two sides of a conflict',
  'web/kit/PaperTable.tsx': 'paper',
  'web/admin/add/AddBuckets.tsx': 'a form with a field in each row',
  'web/admin/portfolio/load/CauseTable.tsx': 'a form with a field in each row',
  'web/admin/portfolio/load/ColumnMap.tsx': 'a form with a field in each row',
  'web/bucket/edit/compare/CompareTable.tsx': 'two dials side by side',
  'web/batch/rollout/RowDetails.tsx': 'two directions',
  'web/sheet/DifferenceTable.tsx': 'a sheet against a bucket, in parts with questions',
  'web/impact/outcome/OutcomeValues.tsx': 'two directions',
  'web/dial/exchange/ImportPreview.tsx': 'the preview of a file',
  'web/risk/Trace.tsx': 'a risk on its way through the dials',
  'web/risk/TraceBefore.tsx': 'its place before it is loaded',
  'web/user/permissions/PermissionMatrix.tsx': 'two directions',
};

test('rows of one kind are shown by <DataTable>: another table says why it is none', () => {
  expect(list(/<[Tt]able\b/).toSorted()).toEqual(Object.keys(TABLES).toSorted());
  expect(list(/<DataTable\b/).length).toBeGreaterThan(20);
});

test('two versions are joined by an arrow in one file', () => {
  expect(list(/v\$?\{[^}]*\}[^\n]*→/)).toEqual(['web/rule/Replaced.tsx']);
});
