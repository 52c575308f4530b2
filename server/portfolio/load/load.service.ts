import { randomUUID } from 'node:crypto';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { Problem } from '#contract/problem.ts';
import { refuseSize } from '#domain/portfolio/file.ts';
import type { SaveRequest } from '#domain/portfolio/load.ts';
import type { Answer } from '#domain/portfolio/mapping/reading.ts';
import { fixedAgainst, type Target } from '#domain/portfolio/mapping/target.ts';
import type { Actor } from '#domain/user/person.ts';
import { requireStillAllowedNow } from '#server/person/person.service.ts';
import { requireFreeName } from '#server/portfolio/portfolio.service.ts';
import { listPortfolios } from '#server/portfolio/portfolio.store.ts';
import { DISK_FULL, isDiskFull } from '#server/portfolio/reader/reader.protocol.ts';
import { isOver, type Load, type LoadParts, presentLoad } from './load.ts';
import {
  appendPart,
  kindOfFile,
  loadFolder,
  makeFolder,
  readErrors,
  removeFolder,
  removeLeftovers,
  requireDiskSpace,
} from './load.folder.ts';
import { loadWork } from './load.work.ts';

/** Per server. */
const MAX_LOADS = 2;
/** After the upload: no poll for this long means that the page was closed. A hidden tab polls once a minute. */
const ABANDONED_MS = 150_000;
/** During the upload: a load without a byte for this long is dropped, even if it is polled. */
const SILENT_MS = 15_000;
/** An open page polls more often. A new load of the same person replaces one that was not polled for this long. */
const REPLACEABLE_MS = 10_000;
const SWEEP_EVERY_MS = 5000;

type FileInfo = Readonly<{ name: string; bytes: number }>;
type Changes = Readonly<{
  columns: readonly Readonly<{ column: number; target: Target }>[];
  matches: readonly Readonly<{ column: number; text: string; code: string | null }>[];
  answers: readonly Answer[];
}>;

/** Loads live in the memory of this server; other servers on the same database do not know them. */
export function loadService(parts: LoadParts) {
  const { kit, dataDir, maxFileBytes, onError } = parts;
  const loads = new Map<string, Load>();
  const work = loadWork(parts);
  const now = () => kit.now().getTime();

  const end = async (load: Load): Promise<void> => {
    loads.delete(load.id);
    load.ending.abort();
    await load.reader?.end();
    await load.saving;
    await removeFolder(load.folder);
  };
  const isSilent = ({ state, isReceiving, bytesAt }: Load): boolean =>
    state.phase === 'receiving' && !isReceiving && now() - bytesAt > SILENT_MS;
  const sweep = () => {
    for (const load of loads.values())
      if (isSilent(load) || now() - load.polledAt > ABANDONED_MS)
        end(load).catch((error: unknown) => onError(error, 'What a load left behind could not be removed.'));
  };
  let timer: NodeJS.Timeout | undefined;

  /** The person's load; polling keeps it alive. */
  const find = (actor: Actor, id: string): Load => {
    const load = loads.get(id);
    if (load === undefined || load.actor.id !== actor.id)
      throw new Problem('not-found', 'There is no such load. It may have been cancelled; nothing was saved.');
    load.polledAt = now();
    return load;
  };

  /** Loads hold no transaction, so each call checks the permission anew. */
  const requireAllowed = (actor: Actor) => requireStillAllowedNow(kit.db, actor, kit.directory);

  /** One load per person and few in all. Check and claim happen synchronously, because other calls may interleave. */
  const replacePrevious = async (load: Load): Promise<void> => {
    for (;;) {
      const open = [...loads.values()].filter((one) => !isOver(one));
      const own = open.find(({ actor }) => actor.id === load.actor.id);
      if (own && now() - own.polledAt <= REPLACEABLE_MS)
        throw new Problem('conflict', 'You are loading another file. Wait until it is done, or cancel it.');
      if (own === undefined && open.length >= MAX_LOADS)
        throw new Problem('too-many-requests', 'Others are loading files at the moment. Try again in a few minutes.');
      if (own === undefined) return void loads.set(load.id, load);
      await end(own);
    }
  };

  return {
    async start(actor: Actor, { name, bytes }: FileInfo): Promise<PortfolioLoad> {
      await requireAllowed(actor);
      const refusal = refuseSize(bytes, maxFileBytes);
      if (refusal !== undefined) throw new Problem(bytes === 0 ? 'invalid-input' : 'too-large', refusal);
      const id = randomUUID();
      const folder = loadFolder(dataDir, id);
      const load = work.begin({ id, actor, folder, file: { name: shownName(name), bytes } });
      await replacePrevious(load);
      timer ??= setInterval(sweep, SWEEP_EVERY_MS).unref();
      try {
        await makeFolder(folder);
        await requireDiskSpace(folder, bytes);
      } catch (error) {
        await end(load);
        throw error;
      }
      return presentLoad(load);
    },

    /** Bytes of a part arrived; the whole part may take long. */
    noteBytes(actor: Actor, params: unknown): void {
      const { loadId } = params as Readonly<{ loadId?: string }>;
      const load = loads.get(loadId ?? '');
      if (load?.actor.id === actor.id) load.bytesAt = now();
    },

    async receive(actor: Actor, id: string, at: number, bytes: Uint8Array): Promise<PortfolioLoad> {
      await requireAllowed(actor);
      const load = find(actor, id);
      const { phase, received } = load.state;
      if (phase !== 'receiving' || load.isReceiving)
        throw new Problem('conflict', 'No part of the file is expected now.');
      if (at !== received) throw new Problem('conflict', `The next part begins at byte ${received}.`);
      if (bytes.length === 0) throw new Problem('invalid-input', 'The part is empty.');
      if (at + bytes.length > load.file.bytes) {
        await end(load);
        throw new Problem('too-large', 'The file is larger than announced. Load it again.');
      }
      const kind = at === 0 ? kindOfFile(bytes) : { kind: load.state.kind ?? 'csv' };
      if ('sentence' in kind) {
        await work.dispatch(load, { type: 'failed', sentence: kind.sentence });
        return presentLoad(load);
      }
      load.isReceiving = true;
      try {
        await appendPart(load.folder, at, bytes);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await work.dispatch(load, { type: 'failed', sentence: DISK_FULL });
        return presentLoad(load);
      } finally {
        load.isReceiving = false;
        load.bytesAt = now();
      }
      const isLast = at + bytes.length === load.file.bytes && !load.ending.signal.aborted;
      await work.dispatch(load, { type: 'received', bytes: bytes.length, kind: kind.kind, isLast });
      return presentLoad(load);
    },

    /** Also saves a checked load that is ready: only while someone polls, so abandoned loads are not saved. */
    async get(actor: Actor, id: string): Promise<PortfolioLoad> {
      const load = find(actor, id);
      await work.dispatch(load, { type: 'polled' });
      return presentLoad(load);
    },

    async errors(actor: Actor, id: string): Promise<AsyncIterable<string>> {
      const { folder, state } = find(actor, id);
      return readErrors(folder, state.written && state.run);
    },

    /** Checks all rows again with the new columns. */
    async change(actor: Actor, id: string, { columns, matches, answers }: Changes): Promise<PortfolioLoad> {
      await requireAllowed(actor);
      const load = find(actor, id);
      requireOpen(load);
      const targets = [...load.state.targets];
      for (const { column, target } of columns) {
        if (targets[column] === undefined) throw new Problem('not-found', 'There is no such column in the file.');
        if (load.state.columns[column]?.isNested && target !== 'unused')
          throw new Problem('conflict', 'The values of this column have parts of their own, so it cannot be read.');
        targets[column] = target;
      }
      const added = matches.map(({ column, text, code }) => {
        const against = fixedAgainst(targets[column] ?? 'unused');
        if (against === undefined)
          throw new Problem('conflict', 'The texts of this column are not matched with anything.');
        return { against, text, code };
      });
      await work.requireOptions(added);
      const chosen = columns.map(({ column }) => column);
      await work.dispatch(load, { type: 'mapped', targets, chosen, matches: added, answers });
      return presentLoad(load);
    },

    async keep(actor: Actor, id: string, request: SaveRequest): Promise<PortfolioLoad> {
      await requireAllowed(actor);
      const load = find(actor, id);
      requireOpen(load);
      if (load.state.phase === 'mapping')
        throw new Problem('conflict', load.state.problem ?? 'The columns have to be chosen first.');
      requireFreeName(await listPortfolios(kit.db), request.name);
      await work.dispatch(load, { type: 'save-requested', request });
      return presentLoad(load);
    },

    async cancel(actor: Actor, id: string): Promise<{ cancelled: true }> {
      const load = find(actor, id);
      const wasSaved = load.state.phase === 'kept';
      await end(load);
      if (!wasSaved && load.state.phase === 'kept')
        throw new Problem('conflict', 'It was just saved. Delete the portfolio if you don’t want it.');
      return { cancelled: true };
    },

    /** Removes what earlier processes left behind. */
    clean: () => removeLeftovers(dataDir, new Set([...loads.values()].map(({ folder }) => folder)), kit.now()),

    async close(): Promise<void> {
      clearInterval(timer);
      await Promise.all([...loads.values()].map(end));
    },
  };
}

function requireOpen({ state: { phase } }: Load): void {
  if (phase === 'mapping' || phase === 'checking' || phase === 'checked') return;
  throw new Problem(
    'conflict',
    phase === 'keeping' || phase === 'kept' ? 'It is already being saved.' : 'The file has not been read yet.',
  );
}

/** Only the base name: it is shown and recorded, and never used as a path. */
function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const shown = last.replaceAll(/\p{C}/gu, '').trim().slice(0, 120).toWellFormed();
  return shown === '' ? 'file' : shown;
}
