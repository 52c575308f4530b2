import { createHash } from 'node:crypto';
import { dialDataSchema } from '#contract/dial.ts';
import type { ImportRow } from '#contract/dial-exchange.ts';
import type { FieldError } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials, diffSaves } from '#domain/dial/diff.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { type UsedOptions, usedOptions } from '#domain/dial/options.ts';
import { mayChangeDraft, mayStartVersion } from '#domain/dial/policy.ts';
import type { Actor } from '#domain/user/person.ts';
import { dialErrors } from '#server/dial/dial.errors.ts';
import { listRow } from '#server/dial/dial.row.ts';
import type { DialHead } from '#server/dial/dial.store.ts';
import { toFieldErrors } from '#server/http/check-input.ts';
import { describeIssue } from '#server/http/input-message.ts';
import { createOptionLookup, type OptionEntry, type OptionLookup } from '#server/reference/option-lookup.ts';

/*
 * Plans an import, row by row. Megabytes of rows take seconds, so this runs in a thread: everything here is computed
 * from the arguments, which are plain data.
 */

/** Limits the errors per row, since a thousand rows are answered at once. */
const MAX_ROW_ERRORS = 20;

/** A row with valid fields, or its errors. */
export type ReadRow = Readonly<{ data: DialData; used: readonly UsedOptions[] } | { errors: readonly FieldError[] }>;

type InvalidRow = Readonly<{ name: string; errors: readonly FieldError[] }>;
type Listed = ReturnType<typeof listRow>;
/** What a row would do. `basis`: the state it is based on. */
export type Plan = Readonly<{ basis: string }> &
  (
    | Readonly<{ kind: 'new'; id: string | undefined; data: DialData; listed: Listed }>
    | Readonly<{
        kind: 'changed';
        head: DialHead;
        data: DialData;
        changes: readonly DialChange[];
        listed: Listed;
      }>
    | Readonly<{ kind: 'same'; id: string; name: string }>
    | (Readonly<{ kind: 'wrong' }> & InvalidRow)
    | (Readonly<{ kind: 'forbidden' }> & InvalidRow)
  );

type State = Readonly<{ data: DialData; createdBy: string }>;
export type ExistingDial = Readonly<{ head: DialHead; draft: State | undefined; published: State | undefined }>;
/** What rows are compared with. */
export type World = Readonly<{
  actor: Actor;
  today: string;
  /** The existing dials that rows name. */
  dials: readonly ExistingDial[];
  /** The ids in rows that any dial ever had. */
  taken: readonly string[];
  options: readonly OptionEntry[];
}>;

export type ReadJob = Readonly<{ wants: 'read'; rows: readonly ImportRow[] }>;
export type PlanJob = Readonly<{ wants: 'plan'; rows: readonly PlannedRow[]; world: World }>;
/** A row, what was read of it, and the number of another row of the same dial, if there is one before it. */
export type PlannedRow = Readonly<{ row: ImportRow; read: ReadRow; sameAs: number | undefined }>;
export type ImportPlan = Readonly<{
  plans: readonly Plan[];
  /** Hash of the input and the state it was compared with: it changes if either does. */
  fingerprint: string;
}>;

export const runImportJob = (job: ReadJob | PlanJob): readonly ReadRow[] | ImportPlan =>
  job.wants === 'read' ? job.rows.map(readRow) : planRows(job);

function readRow({ data: sent }: ImportRow): ReadRow {
  const read = dialDataSchema.safeParse(sent, { error: describeIssue });
  if (!read.success) return { errors: toFieldErrors(read.error).slice(0, MAX_ROW_ERRORS) };
  const data = normaliseDial(read.data);
  return { data, used: usedOptions(data.dimensions) };
}

/** What each job of the thread gets at most, in characters of JSON: between two jobs others have their turn. */
const MAX_STEP_LENGTH = 100_000;

/** Rows as steps, each of which takes a short time. */
export function splitRows(rows: readonly ImportRow[]): readonly (readonly ImportRow[])[] {
  const steps: ImportRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const { length } = JSON.stringify(row);
    if (length > left || steps.length === 0) {
      steps.push([]);
      left = MAX_STEP_LENGTH;
    }
    steps.at(-1)?.push(row);
    left -= length;
  }
  return steps;
}

/** Adds what was read to each row, and finds rows of the same dial. */
export function pairRows(rows: readonly ImportRow[], read: readonly ReadRow[]): PlannedRow[] {
  const firstOf = new Map<string, number>();
  return rows.map((row, index) => {
    const sameAs = row.id === undefined ? undefined : firstOf.get(row.id);
    if (row.id !== undefined && sameAs === undefined) firstOf.set(row.id, index);
    return { row, read: read[index] ?? { errors: [] }, sameAs };
  });
}

/** The plans of all steps. Their fingerprint is that of the fingerprints. */
export const joinPlans = (steps: readonly ImportPlan[]): ImportPlan => ({
  plans: steps.flatMap(({ plans }) => plans),
  fingerprint: fingerprintOf(steps.map(({ fingerprint }) => fingerprint)),
});

const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(canonicalJson(content)).digest('base64url');

/** Compares rows with the current state. */
function planRows({ rows, world }: PlanJob): ImportPlan {
  const lookup = createOptionLookup(world.options);
  const dials = new Map(world.dials.map((dial) => [dial.head.id, dial]));
  const taken = new Set(world.taken);
  const plans = rows.map(({ row: { id, data: sent }, read, sameAs }): Plan => {
    const name = typeof sent['name'] === 'string' ? sent['name'].trim() : '';
    if (sameAs !== undefined) return wrong(name, [{ path: 'id', message: `Row ${sameAs + 1} is the same dial` }]);
    if ('errors' in read) return wrong(name, read.errors);
    const dial = id === undefined ? undefined : dials.get(id);
    if (dial !== undefined) return planChange(world, lookup, dial, read.data);
    return planNew(world, lookup, id === undefined || taken.has(id) ? undefined : id, read.data);
  });
  const seen = plans.map((plan) => [plan.kind, plan.basis]);
  return { plans, fingerprint: fingerprintOf([rows.map(({ row }) => row), seen]) };
}

const wrong = (name: string, errors: readonly FieldError[], basis = ''): Plan => ({
  kind: 'wrong',
  name,
  errors: errors.slice(0, MAX_ROW_ERRORS),
  basis,
});

function planNew({ today }: World, lookup: OptionLookup, id: string | undefined, data: DialData): Plan {
  const errors = dialErrors(data, { today, version: 1, previous: undefined }, lookup);
  if (errors.length > 0) return wrong(data.name, errors);
  return { kind: 'new', id, data, listed: listRow(data, lookup), basis: String(id !== undefined) };
}

function planChange({ actor, today }: World, lookup: OptionLookup, dial: ExistingDial, data: DialData): Plan {
  const { name } = data;
  const { head, draft, published } = dial;
  const basis = `${head.id} ${head.revision}`;
  if (isSame(data, draft, published)) return { kind: 'same', id: head.id, name, basis };
  if (!mayImport(actor, dial)) {
    const message = 'Changing this dial needs edit on dials';
    return { kind: 'forbidden', name, errors: [{ path: '', message }], basis };
  }
  const version = head.draft_version ?? (head.published_version ?? 0) + 1;
  const errors = dialErrors(data, { today, version, previous: published?.data, saved: draft?.data }, lookup);
  if (errors.length > 0) return wrong(name, errors, basis);
  const before = draft ?? published;
  const diff = draft ? diffSaves : diffDials;
  const changes = before === undefined ? [] : diff(before.data, data);
  return { kind: 'changed', head, data, changes, listed: listRow(data, lookup), basis };
}

export const mayImport = (actor: Actor, { draft }: Pick<ExistingDial, 'draft'>): boolean =>
  draft === undefined ? mayStartVersion(actor) : mayChangeDraft(actor, draft);

/** Equal to the draft, or to the published version except for the reason: nothing to do. */
function isSame(data: DialData, draft: State | undefined, published: State | undefined): boolean {
  if (draft !== undefined && canonicalJson(draft.data) === canonicalJson(data)) return true;
  return published !== undefined && canonicalJson({ ...published.data, reason: data.reason }) === canonicalJson(data);
}
