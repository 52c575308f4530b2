import { Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { type DialEvent, makeEvent } from '#domain/event/event.ts';
import { copyDial, type DialData } from '#domain/dial/dial.ts';
import { diffSaves } from '#domain/dial/diff.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { usedOptions } from '#domain/dial/options.ts';
import { mayChangeDraft, mayStartVersion, refuseDiscard } from '#domain/dial/policy.ts';
import { staleProblem, type ChangeContext } from '#server/change/change.ts';
import { lookUpOptions, lookUpSharedOptions, type OptionLookup } from '#server/reference/reference.service.ts';
import { publishVersions, saveDrafts } from './dial.draft.store.ts';
import { type DialContext, dialErrors } from './dial.errors.ts';
import { dataOf, noSuchDial } from './dial.present.ts';
import { dayOf, DRAFT_STATUS, listRow, statusRow } from './dial.row.ts';
import * as store from './dial.store.ts';
import type { Trx } from '#server/db/transaction.ts';
import type { DialHead } from './dial.store.ts';

type NewDial = Readonly<{ id: string; data: DialData; listed: ReturnType<typeof listRow> }>;

/** Adds dials as drafts of version 1. Their data was validated, or copied from validated data. */
export async function addDials({ trx, actor, at }: ChangeContext, dials: readonly NewDial[]): Promise<void> {
  const head = { created_at: at, created_by: actor.id, revision: 1, draft_version: 1, saved_at: at, ...DRAFT_STATUS };
  const rows = dials.map(({ id, listed }) => ({ id, ...head, ...listed }));
  const drafts = dials.map(({ id, data }) => ({ dialId: id, version: 1, data, by: actor.id, at }));
  await store.insertDials(trx, rows);
  await store.insertDrafts(trx, drafts);
}

export async function createDraft(change: ChangeContext, id: string, sent: DialData): Promise<DialEvent> {
  const data = normaliseDial(sent);
  const lookup = await lookUpOptions(change.trx, usedOptions(data.dimensions));
  assertValidDial(data, { today: dayOf(change.at), version: 1, previous: undefined }, lookup);
  await addDials(change, [{ id, data, listed: listRow(data, lookup) }]);
  return makeEvent('dial_created', id, { version: 1, became: data });
}

export type OpenDraft = Readonly<{
  head: DialHead;
  version: number;
  draft: DialData;
  /** The newest published version, which is in force. */
  previous: DialData | undefined;
}>;

type OpenDial = Readonly<{
  dial: store.WholeDial;
  draft: Readonly<{ version: number; data: DialData; savedBy: string }> | undefined;
  previous: DialData | undefined;
}>;

/** Call this before taking the time of a change: locks the dial until the transaction ends. */
export async function lockDial(trx: Trx, id: string): Promise<DialHead> {
  const head = await store.lockDial(trx, id);
  if (head === undefined) throw noSuchDial();
  return head;
}

/** A locked dial with its draft and published version, if the actor may change the draft. */
async function openDial({ trx, actor }: ChangeContext, head: DialHead): Promise<OpenDial> {
  const { published, ...dial } = await store.readLocked(trx, head.id);
  const previous = published ?? undefined;
  const open = dial.versions.find(({ state }) => state === 'draft');
  if (open === undefined || dial.data === null) return { dial, draft: undefined, previous };
  if (!mayChangeDraft(actor, { createdBy: open.created_by })) throw refuseForeignDraft();
  return { dial, draft: { version: open.version, data: dial.data, savedBy: open.saved_by }, previous };
}

const refuseForeignDraft = () =>
  new Problem('not-allowed', 'Changing a draft that someone else started needs edit on dials.');

/** The draft of a locked dial, if the actor may change it and has its current revision. */
export async function openDraft(
  change: ChangeContext,
  head: DialHead,
  ifMatch: string,
  otherwise = 'Please start a new version first.',
): Promise<OpenDraft> {
  const { draft, previous } = await openDial(change, head);
  await assertCurrent(change.trx, head, ifMatch);
  if (draft === undefined) throw new Problem('conflict', `This dial has no open draft. ${otherwise}`);
  return { head, version: draft.version, draft: draft.data, previous };
}

export type SavedDial = Readonly<{
  events: readonly DialEvent[];
  /** As it was when it was locked. */
  dial: store.WholeDial;
  /** What was saved; undefined if nothing changed. */
  saved?: Readonly<{ version: number; data: DialData }>;
}>;

/**
 * Saves the open draft. If there is none, the first save starts the version after the published one. Repeating the
 * sender's last save (a double click, a lost response) changes and records nothing.
 */
export async function saveDialDraft(
  change: ChangeContext,
  head: DialHead,
  ifMatch: string,
  sent: DialData,
): Promise<SavedDial> {
  const { trx, actor, at } = change;
  const { id } = head;
  const { dial, draft, previous } = await openDial(change, head);
  const data = normaliseDial(sent);
  const isSaved = draft !== undefined && canonicalJson(draft.data) === canonicalJson(data);
  if (isSaved && draft.savedBy === actor.id) return { events: [], dial };
  await assertCurrent(trx, head, ifMatch);
  if (draft === undefined && !mayStartVersion(actor))
    throw new Problem('not-allowed', 'Starting a new version of a published dial needs edit on dials.');
  const from = head.published_version ?? 0;
  const version = draft?.version ?? from + 1;
  const lookup = await lookUpSharedOptions(trx, usedOptions(data.dimensions));
  assertValidDial(data, { today: dayOf(at), version, previous, saved: draft?.data }, lookup);
  if (isSaved) return { events: [], dial };
  if (draft === undefined) await startDraft(change, head, data);
  else {
    const row = { id, draft_version: version, ...(previous === undefined && listRow(data, lookup)) };
    await saveDrafts(trx, [{ dialId: id, version, data, by: actor.id, at }], [row], at);
  }
  const before = draft?.data ?? { ...(previous ?? data), reason: '' };
  const event = makeEvent('dial_saved', id, { version, changes: diffSaves(before, data) });
  const events = draft === undefined ? [makeEvent('dial_version_started', id, { version, from }), event] : [event];
  return { events, dial, saved: { version, data } };
}

export async function publishOpenDraft(change: ChangeContext, open: OpenDraft): Promise<DialEvent> {
  const lookup = await lookUpSharedOptions(change.trx, usedOptions(open.draft.dimensions));
  const [event] = await publishAll(change, [open], lookup);
  return event as DialEvent;
}

/** Publishes the open drafts of several dials. */
export async function publishDrafts(change: ChangeContext, ids: readonly string[]): Promise<DialEvent[]> {
  const { trx, actor } = change;
  const heads = await store.lockDials(trx, ids);
  const states = Map.groupBy(await store.findDatas(trx, ids), ({ id }) => id);
  const opened = heads.map((head): OpenDraft => {
    const stateOf = (version: number | null) => states.get(head.id)?.find((state) => state.version === version);
    const draft = stateOf(head.draft_version);
    if (draft === undefined) throw new Problem('conflict', 'This dial has no open draft.');
    if (!mayChangeDraft(actor, draft)) throw refuseForeignDraft();
    return { head, version: draft.version, draft: draft.data, previous: stateOf(head.published_version)?.data };
  });
  const lookup = await lookUpOptions(
    trx,
    opened.flatMap(({ draft }) => usedOptions(draft.dimensions)),
  );
  return publishAll(change, opened, lookup);
}

async function publishAll(
  { trx, actor, at }: ChangeContext,
  opened: readonly OpenDraft[],
  lookup: OptionLookup,
): Promise<DialEvent[]> {
  const today = dayOf(at);
  for (const { draft, version, previous } of opened) assertValidDial(draft, { today, version, previous }, lookup);
  await publishVersions(
    trx,
    opened.map(({ head, version, draft }) => ({
      id: head.id,
      published_version: version,
      ...listRow(draft, lookup),
      ...statusRow(draft, today, head.in_live_bucket),
    })),
    actor.id,
    at,
  );
  return opened.map(({ head, version, draft: { name, reason } }) =>
    makeEvent('dial_published', head.id, { version, name, reason }),
  );
}

/** The published version stays. */
export async function discardOpenDraft(
  { trx }: ChangeContext,
  { head, version, draft }: OpenDraft,
): Promise<DialEvent> {
  const refusal = refuseDiscard(head.published_version !== null);
  if (refusal !== undefined) throw new Problem('conflict', refusal);
  await store.removeDraft(trx, head.id, version);
  return makeEvent('dial_draft_discarded', head.id, { version, was: draft });
}

/** Starts the next version of a fully published dial as a draft. */
export async function startDraft({ trx, actor, at }: ChangeContext, head: DialHead, data: DialData): Promise<number> {
  const version = (head.published_version ?? 0) + 1;
  await store.insertDrafts(trx, [{ dialId: head.id, version, data, by: actor.id, at }]);
  await store.updateDial(trx, head.id, { draft_version: version, saved_at: at });
  return version;
}

/** Keeps an open draft; otherwise starts the next version from the published one. */
export async function startNextVersion(change: ChangeContext, head: DialHead): Promise<DialEvent | undefined> {
  const { id } = head;
  const from = head.published_version;
  if (head.draft_version !== null || from === null) return undefined;
  const version = await startDraft(change, head, { ...(await dataOf(change.trx, id, from)), reason: '' });
  return makeEvent('dial_version_started', id, { version, from });
}

export async function duplicateDial(change: ChangeContext, of: string, id: string): Promise<DialEvent> {
  const shown = await store.readDial(change.trx, of, 'shown');
  if (shown === undefined || shown.data === null) throw noSuchDial();
  const { version } = shown;
  const data = copyDial(shown.data, dayOf(change.at));
  const lookup = await lookUpOptions(change.trx, usedOptions(data.dimensions));
  await addDials(change, [{ id, data, listed: listRow(data, lookup) }]);
  // A copy contains what others wrote: they are its authors as well, or copying would allow approving one's own text.
  const writers = await store.findWriters(change.trx, [{ dial_id: of, after: 0, upTo: version }]);
  if (writers.length > 0)
    await store.addWriters(
      change.trx,
      writers.map(({ person }) => ({ dialId: id, version: 1, by: person })),
    );
  return makeEvent('dial_duplicated', id, { version: 1, of: { id: of, version }, became: data });
}

/** Throws if the dial breaks a rule. */
function assertValidDial(data: DialData, context: DialContext, lookup: OptionLookup): void {
  const errors = dialErrors(data, context, lookup);
  if (errors.length > 0) throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
}

/** Throws if the change is based on an old revision, and says who changed it. */
export async function assertCurrent(trx: Trx, { id, revision }: DialHead, ifMatch: string): Promise<void> {
  if (String(revision) !== ifMatch)
    throw await staleProblem(trx, { type: 'dial', id }, { otherwise: 'This dial has changed since it was opened.' });
}
