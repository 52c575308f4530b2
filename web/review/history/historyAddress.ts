/** `?history=all`, or `?history=11..12` with two versions side by side. */
export type HistoryAsked = Readonly<{ from: number; to: number }> | 'all' | undefined;

export function readHistory(search: URLSearchParams): HistoryAsked {
  const asked = search.get('history');
  if (asked === null) return undefined;
  const [, from, to] = /^([1-9]\d{0,5})\.\.([1-9]\d{0,5})$/.exec(asked) ?? [];
  return from === undefined || to === undefined ? 'all' : { from: Number(from), to: Number(to) };
}

export function writeHistory(asked: HistoryAsked): string {
  if (asked === undefined) return '?';
  return asked === 'all' ? '?history=all' : `?history=${asked.from}..${asked.to}`;
}

/** `?evidence=12` */
export function readEvidence(search: URLSearchParams): number | undefined {
  const asked = search.get('evidence') ?? '';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : undefined;
}

export const writeEvidence = (number: number): string => `?evidence=${number}`;
