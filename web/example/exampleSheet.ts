import type { Example } from '#contract/example.ts';
import type { SheetOptions } from '#domain/sheet/bucket-sheet.ts';
import { type ExampleSheetChanges, readExampleSheet, writeExampleSheet } from '#domain/sheet/examples.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { download } from '#web/kit/download.ts';
import { SheetRefusal } from '#web/workbook/refusal.ts';
import { readSheetFile, writeSheetFile } from '#web/workbook/sheetJob.ts';

export { describeFailure } from '#web/workbook/refusal.ts';

export type ExampleChanges = ExampleSheetChanges<Example>;

/** `9101-cargo-examples.xlsx`. */
export async function exportExamples(
  { partner, cob }: BucketAddress,
  items: readonly Example[],
  options: SheetOptions,
): Promise<void> {
  const file = await writeSheetFile(writeExampleSheet(items, cob, options));
  download(`${partner}-${cob}-examples.xlsx`, file, file.type);
}

/** Rejects with a `SheetRefusal` where no sheet has examples. */
export async function readExamples(
  file: File,
  items: readonly Example[],
  options: SheetOptions,
): Promise<ExampleChanges> {
  const changes = readExampleSheet(await readSheetFile(file), items, options);
  if (changes === undefined) throw new SheetRefusal('No sheet has a column “Name”. Export one, and change that.');
  return changes;
}
