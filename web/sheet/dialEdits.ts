import type { ImportRow } from '#contract/dial-exchange.ts';
import type { DialEdit } from '#domain/sheet/difference.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { customQuery } from '#web/base/api/query.ts';

export const editKey = ({ dial_id, data }: DialEdit): string => dial_id ?? `new ${data.name}`;

export type DialEditPlan = Readonly<{
  /** Why an edit is not saved, by `editKey`. */
  refusals: ReadonlyMap<string, string>;
  /** The others, for the import of dials, and the state they are based on. */
  rows: readonly ImportRow[];
  fingerprint: string;
}>;

const NOTHING_PLANNED: DialEditPlan = { refusals: new Map(), rows: [], fingerprint: '' };
const OPEN_DRAFT = 'another draft of this dial is open';

const rowOf = ({ dial_id, data }: DialEdit): ImportRow => ({ ...(dial_id && { id: dial_id }), data: { ...data } });

/** Which drafts of dials can be saved. An open draft is not overwritten; one that is the same already is no refusal. */
export async function planDialEdits(api: Api, edits: readonly DialEdit[], mayCreate: boolean): Promise<DialEditPlan> {
  if (edits.length === 0) return NOTHING_PLANNED;
  if (!mayCreate)
    return {
      ...NOTHING_PLANNED,
      refusals: new Map(edits.map((edit) => [editKey(edit), 'this needs create on dials'])),
    };
  const { outcomes, fingerprint } = await api.previewImport({ body: { rows: edits.map(rowOf) } });
  const refusals = new Map<string, string>();
  const kept: DialEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const outcome = outcomes[index];
    if (outcome?.outcome === 'same') continue;
    const refusal =
      outcome?.outcome === 'wrong'
        ? outcome.errors.map(({ message }) => message).join(' ')
        : edit.dial_id !== undefined && (await hasDraft(api, edit.dial_id)) && OPEN_DRAFT;
    if (refusal) refusals.set(editKey(edit), refusal);
    else kept.push(edit);
  }
  const rows = kept.map(rowOf);
  if (rows.length === edits.length || rows.length === 0) return { refusals, rows, fingerprint };
  return { refusals, rows, fingerprint: (await api.previewImport({ body: { rows } })).fingerprint };
}

async function hasDraft(api: Api, dialId: string): Promise<boolean> {
  return (await api.getDial({ params: { dialId }, query: { draft: 'yes' } })).state === 'draft';
}

export const dialEditsQuery = (api: Api, edits: readonly DialEdit[], mayCreate: boolean) =>
  customQuery({
    queryKey: ['library', 'edits of a sheet', { edits, mayCreate }],
    queryFn: () => planDialEdits(api, edits, mayCreate),
    placeholderData: (before) => before,
  });
