import type { FixedOption, ReferenceList } from './dimension.ts';

/** The code of an option from user input. */
export type FindOption = (list: ReferenceList, text: string) => string | undefined;

/** Ignores case and white space. Punctuation is significant for options. */
export const textKey = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

export type Reading<T> = Readonly<{ value: T }> | Readonly<{ message: string }>;

/** Converts a field to and from a spreadsheet cell. Empty cells are unset and never read. */
export type Codec<T, Read = T> = Readonly<{
  write: (value: T) => string;
  read: (text: string, findOption: FindOption) => Reading<Read>;
}>;

export const TEXT: Codec<string> = { write: (text) => text, read: (text) => ({ value: text }) };
export const TRIMMED: Codec<string> = { write: (text) => text, read: (text) => ({ value: text.trim() }) };
export const LIST: Codec<readonly string[]> = { write: joinList, read: (text) => ({ value: splitList(text) }) };

export const oneOf = (options: readonly FixedOption[]): Codec<string> => ({
  write: (value) => value,
  read: (text) => readAs(findFixed(options, text), `Please give one of: ${labelsOf(options)}`),
});

export const someOf = (options: readonly FixedOption[]): Codec<readonly string[]> => ({
  write: joinList,
  read: (text) => {
    const words = splitList(text);
    const values = words.flatMap((word) => findFixed(options, word) ?? []);
    if (values.length === words.length) return { value: values };
    const unknown = words.find((word) => findFixed(options, word) === undefined) ?? '';
    return { message: `“${unknown}” is not one of: ${labelsOf(options)}` };
  },
});

export function readAs<T>(value: T | undefined, message: string): Reading<T> {
  return value === undefined ? { message } : { value };
}

function findFixed(options: readonly FixedOption[], text: string): string | undefined {
  const word = text.trim().toLowerCase();
  return options.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value;
}

const labelsOf = (options: readonly FixedOption[]): string => options.map(({ label }) => label).join(', ');

/** "Cyber; SME": a semicolon or backslash inside an item is escaped by a backslash. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(/[\\;]/g, String.raw`\$&`)).join('; ');
}

export function splitList(text: string): string[] {
  const items: string[] = [''];
  for (const [piece, escaped] of text.matchAll(/\\([\\;])|[^]/g)) {
    if (piece === ';') items.push('');
    else items[items.length - 1] += escaped ?? piece;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
