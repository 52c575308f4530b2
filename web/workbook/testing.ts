import { crc32, deflateRawSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { dropRedundantOverrides } from '#domain/bucket/entry.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { dial, OPTIONS, type TestBucket } from '#domain/sheet/testing.ts';
import type { CellFormat, Workbook, WorkbookCell, WorkbookSheet } from '#domain/sheet/workbook.ts';
import type { SheetJob, SheetReply } from './job.ts';

/** Entries of an archive; figures of the directory can be false. */
export type TestEntry = Readonly<{
  name: string;
  content: string | Uint8Array;
  size?: number;
  compressedSize?: number;
  flags?: number;
}>;

/** An archive as Excel writes it. */
export function zip(entries: readonly TestEntry[]): Uint8Array<ArrayBuffer> {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, ...figures } of entries) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(figures.compressedSize ?? packed.length, 14);
    fields.writeUInt32LE(figures.size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const head = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name)]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, rest, Buffer.from(name)]));
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...local, listed, end]));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The smallest workbook: one sheet with this XML between its tags. */
export function smallWorkbook(sheet: string, others: readonly TestEntry[] = [], prolog = ''): Uint8Array<ArrayBuffer> {
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relation = (target: string, type: string, id: string) =>
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  const parts: TestEntry[] = [
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relation('xl/workbook.xml', 'officeDocument', 'rId1') },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relation('worksheets/sheet1.xml', 'worksheet', 'rId1') },
    { name: 'xl/worksheets/sheet1.xml', content: `${prolog}<worksheet xmlns="${MAIN}">${sheet}</worksheet>` },
  ];
  const replaced = new Set(others.map(({ name }) => name));
  return zip([...parts.filter(({ name }) => !replaced.has(name)), ...others]);
}

const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module)
    .then(({ runJob }) => runJob(workerData.job))
    .then((reply) => parentPort.postMessage(reply));
`;

/** A thread of Node, unlike a worker of the browser, can have a limit of memory: beyond it, this rejects. */
export async function runInThread(job: SheetJob): Promise<SheetReply> {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { job, module: new URL('job.ts', import.meta.url).href },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    return await new Promise<SheetReply>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
  } finally {
    await worker.terminate();
  }
}

/** A sheet of text cells, or of whole columns of another format. */
export const sheetOf = (
  rows: readonly (readonly (WorkbookCell | string | number | null)[])[],
  { formats = [], ...more }: Partial<WorkbookSheet> & { formats?: readonly CellFormat[] } = {},
): WorkbookSheet => ({
  name: 'Cyber',
  columns: Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, index) => ({
    width: 12,
    format: formats[index] ?? 'text',
  })),
  rows: rows.map((row) => row.map((cell) => (cell !== null && typeof cell === 'object' ? cell : { value: cell }))),
  ...more,
});

export const workbookOf = (...sheets: WorkbookSheet[]): Workbook => ({ sheets });

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((some) => some.trim() !== ''),
  fc.constantFrom(
    '=1+1',
    "'quoted",
    '1-2',
    '007',
    '@here',
    '_x0041_',
    'TRUE',
    '#REF!',
    '1e5',
    '\u{1F600}',
    'شركة',
    'a\nb',
  ),
);
const values = fc.record(
  {
    max_line: fc.constantFrom(1_000_000, 2_500_000, 123_456_789_012),
    min_line: fc.constantFrom(1, 250_000),
    lead_share_cap: fc.constantFrom(0.1, 12.5, 100),
  },
  { requiredKeys: [] },
);
const dimensions = fc.record(
  {
    revenue_ranges: fc.constantFrom('[0,100)', '(5,]', '[1,2] [7,9)'),
    risk_codes: fc.subarray(
      OPTIONS.risk_codes.map(({ code }) => code),
      { minLength: 1 },
    ),
  },
  { requiredKeys: [] },
);

/** Buckets with what spreadsheets trip over. Each dial has one version, and no override equals the dial's own value. */
export const randomBucket: fc.Arbitrary<TestBucket> = fc
  .array(fc.record({ name: text, values, dimensions, overrides: values }), { minLength: 1, maxLength: 12 })
  .map((rows) => ({
    dials: Object.fromEntries(rows.map((row, index) => [`dial-${index}`, [normaliseDial(dial(row.name, row))]])),
    entries: rows.map(({ overrides, values: own }, index) => ({
      dial_id: `dial-${index}`,
      version: 1,
      overrides: dropRedundantOverrides(overrides, own),
    })),
  }));
