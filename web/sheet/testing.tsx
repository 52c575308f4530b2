import { page } from 'vitest/browser';
import type { Bucket, KnownBucketDial } from '#contract/bucket.ts';
import type { Workbook, WorkbookCell } from '#domain/sheet/workbook.ts';
import { createQueryClient } from '#web/base/api/queryClient.ts';
import { refreshBucket } from '#web/bucket/query.ts';
import {
  ADDRESS,
  entriesOf,
  entryOf,
  fakeBucketServer,
  makeBucket,
  makeDial,
  makeDraft,
} from '#web/bucket/testing.tsx';
import { writeSheetFile } from '#web/workbook/sheetJob.ts';
import { type Api, renderPage } from '#web/testing/page.tsx';
import { createBucketSheet } from './bucketSheet.ts';
import { ImportPage } from './ImportPage.tsx';

export const DIALS = [
  makeDial(1, { name: 'Cyber critical infrastructure', values: { max_line: 1_000_000, policy_share_cap: 5 } }),
  makeDial(2, { name: 'Cyber excess of $50m', values: { max_line: 5_000_000, lead_share_cap: 40 } }),
  makeDial(3, {
    name: 'Cyber primary',
    dimensions: { revenue_ranges: '[0,100000000)' },
    values: { max_line: 2_500_000 },
  }),
  makeDial(4, { name: 'Cyber base appetite', values: { max_line: 600_000 } }),
] as const;
/** In the library, and not in the bucket. */
export const OTHER_DIAL = makeDial(5, { name: 'Cyber short waiting period', values: { policy_share_cap: 6 } });

export const LIVE = entriesOf(DIALS);
export const draft = () =>
  makeBucket(LIVE, { draft: makeDraft([entryOf(DIALS[0], { max_line: 900_000 }), ...LIVE.slice(1)]) });

/** Cells of the first sheet, by row (the head is 1) and by the head of their column. */
export class SheetEditor {
  readonly rows: WorkbookCell[][];
  constructor({ sheets: [sheet] }: Workbook) {
    this.rows = (sheet?.rows ?? []).map((cells) => [...cells]);
  }
  #column(head: string): number {
    const heads = this.rows[0] ?? [];
    const found = heads.findIndex(({ value }) => String(value).startsWith(head));
    return found === -1 ? heads.push({ value: head }) - 1 : found;
  }
  set(row: number, head: string, value: string | number | null): void {
    while (this.rows.length < row) this.rows.push([]);
    const [cells, column] = [this.rows[row - 1] ?? [], this.#column(head)];
    while (cells.length < column) cells.push({ value: null });
    cells[column] = { value };
  }
  remove(row: number): void {
    this.rows.splice(row - 1, 1);
  }
}

type Fake = ReturnType<typeof fakeBucketServer>;

/** The bucket as a file that somebody changed in Excel. */
export async function makeSheetFile(
  api: Api,
  bucket: Bucket,
  change: (sheet: SheetEditor) => void = () => undefined,
  name = '9101-cyber-privacy-and-tech.xlsx',
): Promise<File> {
  const from = { api, queries: createQueryClient() };
  const workbook = await createBucketSheet(from, { bucket, source: 'draft', by: 'Demo Underwriter' });
  const editor = new SheetEditor(workbook);
  change(editor);
  const [first, ...others] = workbook.sheets;
  const width = Math.max(...editor.rows.map(({ length }) => length));
  const columns = Array.from(
    { length: width },
    (_, at) => first?.columns[at] ?? { width: 12, format: 'text' as const },
  );
  const sheets = first === undefined ? others : [{ ...first, columns, rows: editor.rows }, ...others];
  return new File([await writeSheetFile({ sheets })], name);
}

type Options = Readonly<{
  dials?: readonly KnownBucketDial[];
  permissions?: readonly string[];
  answers?: Partial<Api>;
  dropped?: File;
}>;

export const EDITOR = ['bucket:view', 'bucket:edit', 'dials:view', 'dials:create', 'dials:edit'];

/** The page over a bucket, with a file of its draft to choose. */
export async function openImport(
  bucket: Bucket = draft(),
  { dials = [...DIALS, OTHER_DIAL], permissions = EDITOR, answers, dropped }: Options = {},
) {
  await page.viewport(1440, 900);
  const fake: Fake = fakeBucketServer(bucket, dials, answers);
  const route = '/syndicate/:syndicateNumber/bucket/:cob/import';
  const pathname = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}/import`;
  const address = { pathname, search: '', state: dropped ? { sheet: dropped } : null };
  const opened = await renderPage(<ImportPage />, { api: fake.api, route, address, permissions });
  const choose = async (change?: (sheet: SheetEditor) => void, exported = bucket) =>
    chooseFile(await makeSheetFile(fake.api, exported, change));
  /** Simulates an event: the page refetches. */
  const onRemoteEvent = () => refreshBucket(opened.queryClient, ADDRESS);
  return { ...fake, ...opened, pathname, choose, onRemoteEvent };
}

export const chooseFile = (file: File) => page.getByLabelText('Sheet of this bucket').upload(file);
