import type { ReferenceOption } from '#contract/reference.ts';

type Matched = Readonly<{ codes: readonly string[]; unknown: readonly string[] }>;

/**
 * Parses text copied from a spreadsheet or a mail: codes or labels, separated by lines, tabs, semicolons or commas.
 * Labels can contain commas ("PI lawyers, incl. US"), so a comma separates only if its parts are known.
 */
export function matchOptions(text: string, options: readonly ReferenceOption[]): Matched {
  const byName = new Map<string, string>();
  for (const { code, label } of options.filter(({ retired }) => !retired)) {
    if (!byName.has(fold(label))) byName.set(fold(label), code);
  }
  // Codes last, so that a code wins over an equal label.
  for (const { code, retired } of options) if (!retired) byName.set(fold(code), code);

  const codes = new Set<string>();
  const unknown = new Set<string>();
  for (const cell of text.split(/[\r\n\t;]+/)) {
    for (const found of matchCell(cell, byName)) {
      if (found.code === undefined) unknown.add(found.text);
      else codes.add(found.code);
    }
  }
  return { codes: [...codes], unknown: [...unknown] };
}

export const isSeveral = (text: string): boolean => /[\r\n\t;,]/.test(text.trim());

function matchCell(cell: string, byName: ReadonlyMap<string, string>): { text: string; code: string | undefined }[] {
  const parts = cell.split(',').map((part) => part.trim());
  const found: { text: string; code: string | undefined }[] = [];
  for (let start = 0; start < parts.length;) {
    let end = parts.length;
    while (end > start + 1 && !byName.has(fold(parts.slice(start, end).join(', ')))) end -= 1;
    const text = parts
      .slice(start, end)
      .join(', ')
      .replace(/^"(.*)"$/, '$1');
    if (text !== '') found.push({ text, code: byName.get(fold(text)) ?? byName.get(fold(firstWord(text))) });
    start = end;
  }
  return found;
}

/** "CY Data and privacy breach" and "9101 – Alder": the code, then its label. */
const firstWord = (text: string): string => /^(\S+)(?:\s+[-–—:]?\s*\S)/.exec(text)?.[1] ?? text;

const fold = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
