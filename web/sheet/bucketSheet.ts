import { type QueryClient } from '@tanstack/react-query';
import type { Bucket } from '#contract/bucket.ts';
import type { SheetOrigin } from '#domain/sheet/bucket-sheet.ts';
import { findOrigin, originText } from '#domain/sheet/origin.ts';
import { readBucketSheet } from '#domain/sheet/read.ts';
import type { SheetReading, SheetRefusal } from '#domain/sheet/reading.ts';
import type { ReadWorkbook, Workbook } from '#domain/sheet/workbook.ts';
import { writeBucketSheet } from '#domain/sheet/write.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { addressOf, type BucketAddress } from '#web/bucket/address.ts';
import { listOf } from '#web/bucket/useEditing.ts';
import { bucketDialsQuery, lookUp, type Pin } from '#web/bucket/query.ts';
import { readReference } from '#web/dial/query.ts';
import { download } from '#web/kit/download.ts';
import { readSheetFile, writeSheetFile, XLSX_TYPE } from '#web/workbook/sheetJob.ts';

export type SheetSource = Readonly<{ api: Api; queries: QueryClient }>;

/** `9101-cyber-privacy-and-tech.xlsx` */
const sheetName = ({ partner, cob }: BucketAddress): string => `${partner}-${cob}.xlsx`;

async function hashText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** The dials of these versions, and the reference lists. */
async function readDials({ api, queries }: SheetSource, pins: readonly Pin[]) {
  const [dials, options] = await Promise.all([
    pins.length === 0 ? [] : queries.query(bucketDialsQuery(api, pins)),
    readReference(api, queries),
  ]);
  const lookup = lookUp(dials);
  return { findDial: (pin: Pin) => lookup(pin)?.data, options };
}

type ExportInput = Readonly<{ bucket: Bucket; source: SheetOrigin['source']; by: string }>;

/** What is live, or the draft as it is saved. */
export async function createBucketSheet(from: SheetSource, { bucket, source, by }: ExportInput): Promise<Workbook> {
  const address = addressOf(bucket);
  const isDraft = source === 'draft' && bucket.draft !== null;
  const entries = isDraft ? listOf(bucket) : bucket.live.entries;
  const content = {
    format: 1 as const,
    ...address,
    revision: bucket.revision,
    source: isDraft ? ('draft' as const) : ('live' as const),
    live: bucket.live.number,
    exported_at: new Date().toISOString(),
    exported_by: by,
    entries,
  };
  const origin = { ...content, hash: await hashText(originText(content)) };
  return writeBucketSheet({ origin, ...(await readDials(from, entries)) });
}

export async function exportBucketSheet(from: SheetSource, input: ExportInput): Promise<void> {
  const file = await writeSheetFile(await createBucketSheet(from, input));
  download(sheetName(addressOf(input.bucket)), file, XLSX_TYPE);
}

export type BucketSheet = Readonly<{ reading: SheetReading }> | Readonly<{ refusal: SheetRefusal }>;

/** Rejects with a refusal of the file, or an error of the server. */
export async function readBucketFile(from: SheetSource, file: File, bucket: BucketAddress): Promise<BucketSheet> {
  const workbook: ReadWorkbook = await readSheetFile(file);
  const origin = findOrigin(workbook);
  const hash = origin && (await hashText(originText(origin)));
  const isOurs = origin !== undefined && origin.hash === hash;
  return readBucketSheet({ workbook, bucket, hash, ...(await readDials(from, isOurs ? origin.entries : [])) });
}
