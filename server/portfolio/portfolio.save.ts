import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#contract/problem.ts';
import { makeEvent, type PortfolioEvent } from '#domain/event/event.ts';
import { textKey } from '#domain/dimension/codec.ts';
import { listColumnKeys } from '#domain/portfolio/mapping/columns.ts';
import type { Match } from '#domain/portfolio/mapping/names.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import type { Period } from '#domain/portfolio/summary.ts';
import type { Actor } from '#domain/user/person.ts';
import { ADMIN_CREATE, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import { type PortfolioAuthority, requireFreeName } from './portfolio.service.ts';
import * as store from './portfolio.store.ts';
import type { Written } from '#domain/portfolio/load.ts';

type Content = Readonly<{
  name: string;
  /** The name of the source file; null if the product generated it. */
  file: string | null;
  period: Period;
  written: Written;
  /** The folder of its chunks. */
  folder: string;
  /** The mapping of columns and names, remembered for the next file. */
  columns: readonly Readonly<{ name: string; target: Target; isChosen: boolean }>[];
  matches: readonly Match[];
}>;
type Options = Readonly<{
  /** Null: the product itself. */
  actor: Actor | null;
  /** Checked between chunks. */
  signal: AbortSignal;
  onWritten?: (chunks: number) => void;
  /** False: someone else was first, and nothing is saved. */
  claim?: (trx: Trx, at: Date) => Promise<boolean>;
  /** Null for what the product itself makes. */
  authority: Pick<PortfolioAuthority, 'share' | 'needsSecond'> | null;
}>;

/**
 * Stores the chunks of a portfolio in short transactions, where nobody sees them, then adds the portfolio in a last one. If
 * none is in use, this one becomes it, unless a rule counts its risks.
 */
export async function savePortfolio(kit: ChangeKit, content: Content, options: Options): Promise<string | undefined> {
  const id = randomUUID();
  try {
    await upload(kit, id, content, options);
    const added = await add(kit, id, content, options);
    if (added !== undefined) return added;
  } catch (error) {
    // What cannot be deleted now is deleted by the job.
    await store.discardUpload(kit.db, id).catch(() => undefined);
    throw error;
  }
  await store.discardUpload(kit.db, id);
  return undefined;
}

async function upload(
  { db, now }: ChangeKit,
  id: string,
  { written, folder }: Content,
  { signal, onWritten }: Options,
): Promise<void> {
  await store.startUpload(db, id, now());
  for (const { number, cob, risks, hash, file } of written.chunks) {
    signal.throwIfAborted();
    const bytes = await readFile(join(folder, file));
    const isStored = await store.storeChunk(db, { portfolio_id: id, number, cob, risks, hash, bytes }, now());
    if (!isStored) throw uploadGone();
    onWritten?.(number + 1);
  }
}

const uploadGone = () =>
  new Problem('unavailable', 'Saving was interrupted for too long. Nothing was saved; try again.');

/** An upload that stored no chunk for as long was left by a server that ended. */
const STALE_UPLOAD_MS = 60 * 60_000;

export const discardStaleUploads = ({ db, now }: Pick<ChangeKit, 'db' | 'now'>): Promise<void> =>
  store.discardUploadsBefore(db, new Date(now().getTime() - STALE_UPLOAD_MS));

function add(kit: ChangeKit, id: string, content: Content, options: Options): Promise<string | undefined> {
  const { actor, signal, claim, authority } = options;
  const { name, file, period, written } = content;
  return runChange(kit, {
    actor,
    attempt: { attempt: 'portfolio_loaded', id, name },
    needs: ADMIN_CREATE,
    work: async ({ trx, now }) => {
      const at = now();
      if (claim && !(await claim(trx, at))) return { events: [], at, answer: undefined };
      const all = await store.listPortfolios(trx);
      requireFreeName(all, name);
      const hash = hashOf(written.chunks.map((chunk) => chunk.hash));
      const bytes = written.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
      await store.insertPortfolio(trx, {
        id,
        name,
        name_key: textKey(name),
        risks: written.risks,
        period_from: period.from,
        period_until: period.until,
        hash,
        bytes,
        loaded_at: at,
        loaded_by: actor?.id ?? null,
        is_used: false,
        summary: written.summary,
      });
      if (!(await store.endUpload(trx, id))) throw uploadGone();
      await store.putColumns(trx, rememberedColumns(content.columns));
      const matches = rememberedMatches(content.matches);
      await store.deleteMatches(trx, matches);
      await store.insertMatches(
        trx,
        matches.flatMap(({ code, ...match }) => (code === null ? [] : [{ ...match, code }])),
      );
      signal.throwIfAborted();
      const isUsed = await useFirst(trx, id, authority);
      const events: PortfolioEvent[] = [
        makeEvent('portfolio_loaded', id, {
          name,
          file,
          risks: written.risks,
          left_out: written.summary.file?.leftOut ?? 0,
          hash,
        }),
      ];
      if (isUsed) events.push(makeEvent('portfolio_used', id, { name, was: null }));
      return { events, at, answer: id };
    },
  });
}

/**
 * Uses a portfolio if none is in use. While a rule counts its risks, a second person confirms also the first one, unless the
 * product made it.
 */
async function useFirst(trx: Trx, id: string, authority: Options['authority']): Promise<boolean> {
  await authority?.share(trx);
  if ((await store.findUsed(trx)) !== undefined) return false;
  if ((await authority?.needsSecond(trx)) === true) return false;
  await store.setUsed(trx, id);
  return true;
}

/** Whether the demo portfolio was ever generated. */
export const wasGenerated = store.wasDemoMade;

/** Saves the generated demo portfolio, unless another server did so first. */
export async function saveGenerated(
  kit: ChangeKit,
  { name, folder, written }: Pick<Content, 'name' | 'folder' | 'written'>,
): Promise<void> {
  if (written.period === undefined) throw new Error('A portfolio without risks was made.');
  const content = { name, file: null, period: written.period, written, folder, columns: [], matches: [] };
  await savePortfolio(kit, content, {
    actor: null,
    signal: new AbortController().signal,
    claim: store.markDemoMade,
    authority: null,
  });
}

/** The hash over the hashes of its chunks, in order. */
export const hashOf = (hashes: readonly string[]): string =>
  createHash('sha256').update(hashes.join('\n')).digest('hex');

/** A column that nobody called unused is guessed again: the next file may have another column for the same target. */
function rememberedColumns(columns: Content['columns']) {
  const keys = listColumnKeys(columns.map(({ name }) => name));
  return columns
    .map(({ target, isChosen }, index) => ({ name_key: keys[index] ?? '', target, isChosen }))
    .filter(({ name_key, target, isChosen }) => name_key !== '' && (target !== 'unused' || isChosen))
    .map(({ name_key, target }) => ({ name_key, target }));
}

const rememberedMatches = (matches: readonly Match[]) => [
  ...new Map(
    matches
      .map(({ against, text, code }) => ({ against, text_key: textKey(text), code }))
      .map((row) => [`${row.against} ${row.text_key}`, row]),
  ).values(),
];
