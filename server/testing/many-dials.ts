import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { Db } from '#server/db/connect.ts';
import type { DialTableRow, DialVersionRow } from '#server/db/schema.ts';
import { dayOf, DRAFT_STATUS, listRow, statusRow } from '#server/dial/dial.row.ts';

const BATCH = 1000;
const DAY = 24 * 60 * 60_000;
const TOPICS: readonly (readonly [name: string, tags: readonly string[], dimensions: DialDimensions])[] = [
  ['Cyber excess', ['Cyber', 'Excess'], { risk_codes: ['CY', 'CZ'], bi_cover_waiting_period_ranges: '[0,8)' }],
  ['Property coastal', ['Property'], { risk_codes: ['P3', 'P5'], domicile_countries: ['GB', 'IE'] }],
  ['Marine war voyages', ['Marine war'], { risk_codes: ['WB'], domicile_countries: ['EG', 'SA'] }],
  ['D&O listed', ['D&O', 'Listed'], { risk_codes: ['D3'], company_days_since_ipo_ranges: '[0,365)' }],
  ['Energy onshore', ['Energy'], { energy_asset_location_type: 'onshore', placing_bases: ['open-market'] }],
  ['Specie vault', ['Specie'], { attachment_point_ranges: '[0,0]', is_primary: 'primary' }],
];
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  CY: ['cyber-privacy-and-tech'],
  CZ: ['cyber-privacy-and-tech'],
  D3: ['d-and-o-ww'],
  P3: ['property-uk'],
  P5: ['property-uk'],
  WB: ['marine-war'],
};
const WORDS =
  'capacity layer renewal referral terms broker wording programme survey line season quota share loss'.split(' ');

/** A word that only one generated dial contains. */
export const ownWord = (index: number): string =>
  `x${createHash('sha256').update(String(index)).digest('hex').slice(0, 9)}`;

/** For long lists: dials with one version each, inserted directly as the services would leave them. */
export async function addManyDials(
  db: Db,
  { count, from = 0, by, at }: Readonly<{ count: number; from?: number; by: string; at: Date }>,
): Promise<void> {
  for (let start = from; start < from + count; start += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, from + count - start) }, (_, offset) => start + offset);
    const rows = indexes.map((index) => rowsOf(index, by, at));
    await db
      .insertInto('dial')
      .values(rows.map(([dial]) => dial))
      .execute();
    await db
      .insertInto('dial_version')
      .values(rows.map(([, version]) => version))
      .execute();
  }
}

export function idOf(index: number): string {
  const hex = createHash('sha256').update(`dial ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function rowsOf(index: number, by: string, at: Date): [Insertable<DialTableRow>, Insertable<DialVersionRow>] {
  const data = dataOf(index, at);
  const id = idOf(index);
  const draft = index % 10 === 0;
  const savedAt = new Date(at.getTime() - (index % 5000) * 60_000 - (index % 997));
  const dial = {
    id,
    created_at: savedAt,
    created_by: by,
    revision: 1,
    published_version: draft ? null : 1,
    draft_version: draft ? 1 : null,
    saved_at: savedAt,
    ...listRow(data, { labelOf: (list, code) => `${list} ${code}`, classesOf: (_list, code) => CLASSES[code] ?? [] }),
    ...(draft ? DRAFT_STATUS : statusRow(data, dayOf(at), false)),
  };
  const times = { created_at: savedAt, created_by: by, saved_at: savedAt, saved_by: by };
  const published = draft ? {} : { published_at: savedAt, published_by: by };
  const state = draft ? ('draft' as const) : ('published' as const);
  return [dial, { dial_id: id, version: 1, state, data: JSON.stringify(data), ...times, ...published }];
}

/** Five kinds of active windows. */
const windowOf = (index: number): number => Math.floor(index / 7) % 5;
/** Whether the active window of the dial has ended. */
export const isExpired = (index: number): boolean => windowOf(index) === 2;

function dataOf(index: number, at: Date): DialData {
  const [topic, tags, dimensions] = TOPICS[index % TOPICS.length] ?? ['', [], {}];
  const pick = (step: number) => WORDS[(index * step + step) % WORDS.length];
  const day = (days: number) => dayOf(new Date(at.getTime() + days * DAY));
  const [from, until] = [
    [null, null],
    [day(-100), null],
    [day(-400), day(-30 - (index % 90))],
    [day(1 + (index % 120)), null],
    [day(-50), day(1 + (index % 200))],
  ][windowOf(index)] ?? [null, null];
  return {
    ...EMPTY_DIAL,
    name: `${topic} ${createHash('sha256').update(`name ${index}`).digest('hex').slice(0, 6)}`,
    description: `About ${[3, 5, 11, 13].map(pick).join(' ')}, known as ${ownWord(index)}.`,
    tags,
    authors: [`Author ${index % 40}`],
    dimensions,
    values: { max_line: 1_000_000 },
    active_from: from ?? null,
    active_until: until ?? null,
  };
}
