import { Problem } from '#contract/problem.ts';
import { describeError } from '#web/base/api/describeError.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { fieldLabel } from '#web/dial/exchange/importFile.ts';

/** Why one of several dials was refused. */
type Refusal = Readonly<{ id: string; name: string; why: string }>;

/** Returns the reason if it fails. */
type Change = (api: Api, dialId: string) => Promise<Readonly<{ name: string; why?: string }>>;

/** Each dial is fetched first: a draft that changed since the list was loaded is published as it is now. */
const CHANGES = {
  publish: async (api, dialId) => {
    const { state, abilities, revision, data } = await api.getDial({ params: { dialId }, query: { draft: 'yes' } });
    const { name } = data;
    if (state !== 'draft') return { name, why: 'It has no draft.' };
    if (!abilities.publish) return { name, why: 'You may not publish this draft.' };
    const why = await refusalOf(api.publishDraft({ params: { dialId } }, { ifMatch: revision }));
    return { name, ...why };
  },
  delete: async (api, dialId) => {
    const { revision, data } = await api.getDial({ params: { dialId }, query: {} });
    const why = await refusalOf(api.deleteDial({ params: { dialId } }, { ifMatch: revision }));
    return { name: data.name, ...why };
  },
} satisfies Record<string, Change>;
export type DialsChange = keyof typeof CHANGES;

/** Changes that run at the same time: enough to keep the server busy, few enough to leave room for others. */
const BATCH = 10;

type Progress = Readonly<{
  /** Gets the number done. */
  onStep: (through: number) => void;
  /** Called before each batch. */
  isStopped: () => boolean;
}>;

/** In batches, in order; a refusal does not stop the others. Returns how many were tried. */
export async function changeDials(
  api: Api,
  change: DialsChange,
  dials: readonly Readonly<{ id: string; name?: string }>[],
  { onStep, isStopped }: Progress,
): Promise<Readonly<{ refused: readonly Refusal[]; tried: number }>> {
  const run: Change = CHANGES[change];
  const refused: Refusal[] = [];
  let tried = 0;
  while (tried < dials.length && !isStopped()) {
    onStep(tried);
    const batch = dials.slice(tried, tried + BATCH);
    const results = await Promise.all(
      batch.map(async ({ id, name = 'A dial' }) => ({
        id,
        ...(await run(api, id).catch((error: unknown) => ({ name, why: describeError(error) }))),
      })),
    );
    refused.push(...results.flatMap(({ id, name, why }) => (why === undefined ? [] : [{ id, name, why }])));
    tried += batch.length;
  }
  return { refused, tried };
}

/** The missing fields, or the server's own message. */
async function refusalOf(call: Promise<unknown>): Promise<Readonly<{ why?: string }>> {
  try {
    await call;
    return {};
  } catch (error) {
    const errors = error instanceof Problem ? (error.document.errors ?? []) : [];
    const fields = errors.map(({ path, message }) => `${fieldLabel(path)}: ${message}`);
    return { why: fields.length === 0 ? describeError(error) : `${fields.join('; ')}.` };
  }
}
