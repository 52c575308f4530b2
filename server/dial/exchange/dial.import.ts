import { setImmediate } from 'node:timers/promises';
import { dialDataSchema } from '#contract/dial.ts';
import type { ImportRow } from '#contract/dial-exchange.ts';
import type { FieldError } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials, diffSaves } from '#domain/dial/diff.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { usedOptions } from '#domain/dial/options.ts';
import { mayChangeDraft, mayStartVersion } from '#domain/dial/policy.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Trx } from '#server/db/transaction.ts';
import { toFieldErrors } from '#server/http/check-input.ts';
import { lookUpOptions, type OptionLookup } from '#server/reference/reference.service.ts';
import { dialErrors } from '#server/dial/dial.change.ts';
import * as store from '#server/dial/dial.store.ts';

/** What is said of one row at most: a thousand rows are answered at once. */
const MAX_ROW_ERRORS = 20;

type Wrong = Readonly<{ name: string; errors: readonly FieldError[] }>;
/** What a row would do. `basis` is the state that was looked at to say so. */
export type Plan = Readonly<{ basis: string }> &
  (
    | Readonly<{ kind: 'new'; id: string | undefined; data: DialData; lookup: OptionLookup }>
    | Readonly<{
        kind: 'changed';
        head: store.DialHead;
        data: DialData;
        changes: readonly DialChange[];
        lookup: OptionLookup;
      }>
    | Readonly<{ kind: 'same'; id: string; name: string }>
    | (Readonly<{ kind: 'wrong' }> & Wrong)
    | (Readonly<{ kind: 'forbidden' }> & Wrong)
  );

type State = Readonly<{ data: DialData; createdBy: string }>;
type Known = Readonly<{ head: store.DialHead; draft: State | undefined; published: State | undefined }>;
type World = Readonly<{
  actor: Actor;
  today: string;
  known: ReadonlyMap<string, Known>;
  taken: ReadonlySet<string>;
  lookup: OptionLookup;
}>;

const namedIn = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.flatMap(({ id }) => (id === undefined ? [] : [id]))),
];

/** The dials that the rows name stay as they are until the transaction ends. */
export async function lockNamed(trx: Trx, rows: readonly ImportRow[]): Promise<void> {
  await store.lockDials(trx, namedIn(rows));
}

/** Looks every row up against what is there now. */
export async function planImport(trx: Trx, actor: Actor, rows: readonly ImportRow[], today: string): Promise<Plan[]> {
  const ids = namedIn(rows);
  const heads = await store.findDials(trx, ids);
  const states = Map.groupBy(await store.findDatas(trx, ids), ({ id }) => id);
  const known = new Map(
    heads.map((head): [string, Known] => {
      const of = (wanted: number | null) => states.get(head.id)?.find(({ version }) => version === wanted);
      return [head.id, { head, draft: of(head.draft_version), published: of(head.published_version) }];
    }),
  );
  const taken = new Set(await store.findTakenIds(trx, ids));
  const read: ReturnType<typeof dialDataSchema.safeParse>[] = [];
  for (const { data } of rows) {
    read.push(dialDataSchema.safeParse(data));
    // A thousand rows that are wrong in hundreds of places keep nobody else waiting.
    await setImmediate();
  }
  const used = read.flatMap(({ data }) => (data === undefined ? [] : usedOptions(data.dimensions)));
  const world = { actor, today, known, taken, lookup: await lookUpOptions(trx, used) };
  const firstRowOf = new Map(ids.map((id) => [id, rows.findIndex((row) => row.id === id)]));
  return read.map((result, index) => {
    const { id, data: raw } = rows[index] ?? { data: {} };
    const name = typeof raw['name'] === 'string' ? raw['name'].trim() : '';
    const first = id === undefined ? index : (firstRowOf.get(id) ?? index);
    if (first !== index) return wrong(name, [{ path: 'id', message: `Row ${first + 1} is the same dial` }]);
    if (result.success) return planRow(world, id, normaliseDial(result.data));
    return wrong(name, toFieldErrors(result.error));
  });
}

const wrong = (name: string, errors: readonly FieldError[], basis = ''): Plan => ({
  kind: 'wrong',
  name,
  errors: errors.slice(0, MAX_ROW_ERRORS),
  basis,
});

function planRow(world: World, id: string | undefined, data: DialData): Plan {
  const { name } = data;
  const known = id === undefined ? undefined : world.known.get(id);
  if (known === undefined) {
    const free = id !== undefined && !world.taken.has(id);
    const errors = dialErrors(data, { today: world.today, version: 1, previous: undefined }, world.lookup);
    return errors.length > 0
      ? wrong(name, errors)
      : { kind: 'new', id: free ? id : undefined, data, lookup: world.lookup, basis: String(free) };
  }
  const { head, draft, published } = known;
  const basis = `${head.id} ${head.revision}`;
  if (isSame(data, draft, published)) return { kind: 'same', id: head.id, name, basis };
  if (!(draft === undefined ? mayStartVersion(world.actor) : mayChangeDraft(world.actor, draft))) {
    const message = 'Changing this dial needs edit on dials';
    return { kind: 'forbidden', name, errors: [{ path: '', message }], basis };
  }
  const version = head.draft_version ?? (head.published_version ?? 0) + 1;
  const errors = dialErrors(data, { today: world.today, version, previous: published?.data }, world.lookup);
  if (errors.length > 0) return wrong(name, errors, basis);
  const before = draft ?? published;
  const diff = draft ? diffSaves : diffDials;
  const changes = before === undefined ? [] : diff(before.data, data);
  return { kind: 'changed', head, data, changes, lookup: world.lookup, basis };
}

/** As the draft is, or, the reason aside, as it is in force: then the file asks for nothing. */
function isSame(data: DialData, draft: State | undefined, published: State | undefined): boolean {
  if (draft !== undefined && canonicalJson(draft.data) === canonicalJson(data)) return true;
  return published !== undefined && canonicalJson({ ...published.data, reason: data.reason }) === canonicalJson(data);
}
