import type { Dial, DialVersionSummary } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { dialAbilities } from '#domain/dial/policy.ts';
import { versionStatus } from '#domain/dial/status.ts';
import { countUse, type Holding } from '#domain/dial/use.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import { listHoldings } from './dial.use.store.ts';
import * as store from './dial.store.ts';

export type Which = 'shown' | 'draft' | number;

export const noSuchDial = () => new Problem('not-found', 'There is no such dial. It may have been deleted.');

/** One dial as the person who asks sees it today: the version that is shown, the draft where there is one, or a given one. */
export async function presentDial(db: Db, id: string, which: Which, actor: Actor, today: string): Promise<Dial> {
  const head = await store.findDial(db, id);
  if (head === undefined) throw noSuchDial();
  const version = chooseVersion(head, which);
  const [versions, data, holdings] = [
    await store.listVersions(db, id),
    await dataOf(db, id, version),
    await listHoldings(db, id),
  ];
  const row = versions.find((one) => one.version === version);
  if (row === undefined) throw noSuchDial();
  const summaries = versions.map((one) => summarise(one, head.published_version, holdings, today));
  const buckets = new Set(holdings.map(({ bucket }) => bucket)).size;
  const draft = versions.find(({ state }) => state === 'draft');
  return {
    id,
    version,
    state: row.state,
    status: summarise(row, head.published_version, holdings, today).status,
    revision: String(head.revision),
    ...timesOf(row),
    data: { ...data, dial_id: id },
    versions: summaries,
    bucket_count: buckets,
    use: countUse(holdings),
    abilities: dialAbilities(actor, {
      draft: draft ? { createdBy: draft.created_by } : null,
      isPublished: head.published_version !== null,
      inUse: buckets > 0,
    }),
  };
}

export async function dataOf(db: Db, id: string, version: number): Promise<DialData> {
  const data = await store.findData(db, id, version);
  if (data === undefined) throw new Problem('not-found', `This dial has no version ${version}.`);
  return data;
}

/** The newest published version says what is in force; a dial that has none shows its draft. */
export function chooseVersion({ published_version, draft_version }: store.DialHead, which: Which): number {
  if (typeof which === 'number') return which;
  const [first, second] = which === 'draft' ? [draft_version, published_version] : [published_version, draft_version];
  return first ?? second ?? 1;
}

function summarise(
  row: store.VersionRow,
  newest: number | null,
  holdings: readonly Holding[],
  today: string,
): DialVersionSummary {
  const isLive = holdings.some((holding) => holding.isLive && holding.version === row.version);
  return {
    version: row.version,
    state: row.state,
    status:
      row.state === 'draft'
        ? 'draft'
        : versionStatus({ version: row.version, window: row, newest: newest ?? row.version, isLive }, today),
    reason: row.reason,
    ...timesOf(row),
  };
}

const timesOf = (row: store.VersionRow) => ({
  created_at: row.created_at.toISOString(),
  created_by: { id: row.created_by, name: row.creator_name },
  saved_at: row.saved_at.toISOString(),
  saved_by: { id: row.saved_by, name: row.saver_name },
});
