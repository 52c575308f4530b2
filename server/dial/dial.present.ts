import type { Dial, DialVersionSummary, PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { dialAbilities } from '#domain/dial/policy.ts';
import { publishedStatus, versionStatus } from '#domain/dial/status.ts';
import { countUse, type Holding } from '#domain/dial/use.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './dial.store.ts';

export const noSuchDial = () => new Problem('not-found', 'There is no such dial. It may have been deleted.');

/** A dial as the caller sees it today: the shown version, the draft, or a given version. */
export async function presentDial(
  db: Db,
  id: string,
  which: store.VersionChoice,
  actor: Actor,
  today: string,
): Promise<Dial> {
  const dial = await store.readDial(db, id, which);
  if (dial === undefined) throw noSuchDial();
  return presentWhole(dial, actor, today);
}

type Save = Readonly<{ version: number; data: DialData; by: PersonRef; at: Date }>;

/** The dial after this save: it is locked, so nobody else changed it. */
export function withSave({ head, versions, holdings }: store.WholeDial, { version, data, by, at }: Save) {
  const { reason, active_from, active_until } = data;
  const saved = { saved_at: at.toISOString(), saved_by: by.id, saver_name: by.name };
  const started = { created_at: saved.saved_at, created_by: by.id, creator_name: by.name };
  const draft = versions.find((one) => one.version === version) ?? { version, state: 'draft' as const, ...started };
  return {
    head: { ...head, revision: head.revision + 1, draft_version: version },
    version,
    data,
    versions: [
      { ...draft, ...saved, reason, active_from, active_until },
      ...versions.filter((one) => one.version !== version),
    ],
    holdings,
  };
}

export function presentWhole(dial: store.WholeDial, actor: Actor, today: string): Dial {
  const { head, version, data, versions, holdings } = dial;
  const { id } = head;
  const row = versions.find((one) => one.version === version);
  if (row === undefined || data === null) throw noSuchVersion(version);
  const summaries = versions.map((one) => summarise(one, head.published_version, holdings, today));
  const buckets = new Set(holdings.map(({ bucket }) => bucket)).size;
  const draft = versions.find(({ state }) => state === 'draft');
  return {
    id,
    version,
    state: row.state,
    status:
      version === head.published_version
        ? publishedStatus(
            row,
            today,
            holdings.some(({ isLive }) => isLive),
          )
        : summarise(row, head.published_version, holdings, today).status,
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
  if (data === undefined) throw noSuchVersion(version);
  return data;
}

const noSuchVersion = (version: number) => new Problem('not-found', `This dial has no version ${version}.`);

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
  created_at: new Date(row.created_at).toISOString(),
  created_by: { id: row.created_by, name: row.creator_name },
  saved_at: new Date(row.saved_at).toISOString(),
  saved_by: { id: row.saved_by, name: row.saver_name },
});
