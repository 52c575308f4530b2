import type { Dial, DialVersionSummary } from '#contract/dial.ts';
import type { ExchangedDial } from '#domain/dial/exchange.ts';
import type { Pair } from '#web/dial/query.ts';

/** The URL beyond the dial: `?version=5` shows that one, `?compare=5..6` the difference of two. */
export function readVersion(search: URLSearchParams): number | undefined {
  const text = search.get('version') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The two versions to compare, if the dial has both. */
export function readPair(search: URLSearchParams, versions: readonly DialVersionSummary[]): Pair | undefined {
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(search.get('compare') ?? '') ?? [];
  const pair = { from: Number(from), to: Number(to) };
  const has = (number: number) => versions.some(({ version }) => version === number);
  return has(pair.from) && has(pair.to) ? pair : undefined;
}

/** The URL with some parameters changed; undefined removes one. */
export function withParam(search: URLSearchParams, part: 'version' | 'compare', value: string | undefined): string {
  const next = new URLSearchParams(search);
  if (value === undefined) next.delete(part);
  else next.set(part, value);
  const text = next.toString();
  return text === '' ? '?' : `?${text}`;
}

export const pairText = ({ from, to }: Pair): string => `${from}..${to}`;

/** A version and its predecessor, the most likely comparison. The first is compared with its successor. */
export function likelyPair(shown: number, versions: readonly DialVersionSummary[]): Pair | undefined {
  const older = versions.find(({ version }) => version < shown);
  if (older) return { from: older.version, to: shown };
  const newer = versions.findLast(({ version }) => version > shown);
  return newer && { from: shown, to: newer.version };
}

export const newestPublished = ({ versions }: Pick<Dial, 'versions'>): DialVersionSummary | undefined =>
  versions.find(({ state }) => state === 'published');

export const openDraft = ({ versions }: Pick<Dial, 'versions'>): DialVersionSummary | undefined =>
  versions.find(({ state }) => state === 'draft');

/** "Version 6, the newest published" */
export function versionWords(dial: Pick<Dial, 'version' | 'state' | 'versions'>): string {
  const newest = newestPublished(dial)?.version;
  if (dial.state === 'draft')
    return newest === undefined
      ? `Version ${dial.version}, not published yet`
      : `Version ${dial.version}, the draft that follows version ${newest}`;
  if (dial.version === newest || newest === undefined) return `Version ${dial.version}, the newest published`;
  return `Version ${dial.version}, the newest published is ${newest}`;
}

/** One dial as copied, downloaded and exported; an import accepts it. */
export function dialText({ id, version, data }: Pick<Dial, keyof ExchangedDial>): string {
  const exported: ExchangedDial = { id, version, data };
  return JSON.stringify(exported, null, 2);
}

/** `cyber-excess-10m-to-50m-v6.json` */
export function dialFileName(name: string, version: number): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return `${slug || 'dial'}-v${version}.json`;
}
