export type Row = Readonly<{ title: string; tries: number; changes: number; losses: number; backMs: number }>;

const HEAD = ['fault', 'tries', 'acknowledged changes', 'losses', 'longest time until back (s)'];

export function printTable(rows: readonly Row[]): void {
  const cells = rows.map(({ title, tries, changes, losses, backMs }) => [
    title,
    ...[tries, changes, losses].map(String),
    (backMs / 1000).toFixed(1),
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  console.log(`\n${line(HEAD)}`);
  console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of cells) console.log(line(row));
}
