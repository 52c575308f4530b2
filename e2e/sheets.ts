import { readFile, writeFile } from 'node:fs/promises';
import { openXlsx, saveXlsx } from 'hucre/xlsx';

type Cell = readonly [row: number, head: string, value: number];

/** Changes cells of the first sheet, as a person does in Excel: by row and by the head of their column. */
export async function editSheet(path: string, cells: readonly Cell[]): Promise<void> {
  const file = await openXlsx(await readFile(path), { readStyles: true });
  const [sheet] = file.sheets;
  for (const [row, head, value] of cells) {
    const column = sheet?.rows[0]?.indexOf(head) ?? -1;
    const cell = sheet?.cells?.get(`${row - 1},${column}`);
    sheet?.cells?.set(`${row - 1},${column}`, { ...cell, value, type: 'number' });
  }
  await writeFile(path, await saveXlsx(file));
}
