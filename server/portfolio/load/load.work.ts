import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { US_DOLLAR } from '#domain/dimension/kind/currency.ts';
import {
  advanceLoad,
  type LoadCommand,
  type LoadEvent,
  type LoadState,
  type SaveRequest,
  startLoad,
  type Written,
} from '#domain/portfolio/load.ts';
import { findAskedColumns, guessTargets } from '#domain/portfolio/mapping/columns.ts';
import { indexNames, type Match, NO_VALUE } from '#domain/portfolio/mapping/names.ts';
import { isTarget, listMeanings, matchedAgainst, type Target } from '#domain/portfolio/mapping/target.ts';
import type { FileSummary } from '#domain/portfolio/summary.ts';
import { savePortfolio } from '#server/portfolio/portfolio.save.ts';
import { listColumns, listMatches } from '#server/portfolio/portfolio.store.ts';
import { DISK_FULL, isDiskFull } from '#server/portfolio/reader/reader.protocol.ts';
import { referenceService } from '#server/reference/reference.service.ts';
import type { Load, LoadParts } from './load.ts';
import { removeFolder } from './load.folder.ts';
import { startReader } from './load.process.ts';

/** Executes the commands of a load's state machine (`domain/portfolio/load.ts`). */
export function loadWork(
  { kit, authority, onError }: Omit<LoadParts, 'maxFileBytes' | 'dataDir'>,
  start = startReader,
) {
  const reference = referenceService(kit.db);
  const readMatches = async (own: readonly Match[]): Promise<readonly Match[]> => [
    ...(await listMatches(kit.db)).map(({ against, text_key: text, code }) => ({ against, text, code })),
    ...own,
  ];

  /** Reports an event and executes the command that follows from it. */
  async function dispatch(load: Load, event: LoadEvent): Promise<void> {
    const [state, command] = advanceLoad(load.state, event);
    load.state = state;
    if (command !== undefined) await execute(load, command);
  }

  async function execute(load: Load, command: LoadCommand): Promise<void> {
    switch (command.do) {
      case 'read':
        load.reader = start(load.folder, (message) => {
          if (!load.ending.signal.aborted) guard(load, dispatch(load, message));
        });
        return load.reader.ask({ do: 'read', kind: load.state.kind ?? 'csv' });
      case 'guess':
        return dispatch(load, { type: 'guessed', ...(await guess(load)) });
      case 'check':
        return check(load);
      case 'save':
        load.saving = save(load, command.request, command.written).finally(() => (load.saving = undefined));
        return guard(load, load.saving);
      case 'discard':
        await discard(load);
        return dispatch(load, { type: 'discarded', sentence: command.sentence });
    }
  }

  /** An unexpected error ends the load and is logged. */
  const guard = (load: Load, running: Promise<void>): void => {
    running.catch(async (error: unknown) => {
      if (load.ending.signal.aborted) return;
      onError(error, 'A portfolio could not be loaded.');
      const sentence = 'Something went wrong on our side. Nothing was saved; try again.';
      await dispatch(load, { type: 'failed', sentence: isDiskFull(error) ? DISK_FULL : sentence });
    });
  };

  /** Frees the disk space and the process. */
  async function discard({ reader, folder }: Load): Promise<void> {
    await reader?.end();
    await removeFolder(folder);
  }

  async function guess({ state }: Load): Promise<Readonly<{ targets: Target[]; undecided: number[] }>> {
    const names = indexNames(await reference.read(), await readMatches([]));
    const remembered = (await listColumns(kit.db)).flatMap(({ name_key, target }) =>
      isTarget(target) ? [[name_key, target] as const] : [],
    );
    const known = new Map(remembered);
    // Nested columns cannot be read, so their names do not count.
    const columns = state.columns.map(({ name, sample, isNested }) => ({ name: isNested ? '' : name, values: sample }));
    const undecided = findAskedColumns(
      columns.map(({ name }) => name),
      known,
    );
    return { targets: guessTargets(columns, names, known), undecided };
  }

  async function check(load: Load): Promise<void> {
    const { run, targets, problem, day, answers, keepsWrong } = load.state;
    const today = kit.now().toISOString().slice(0, 10);
    const [options, matches] = [await reference.read(), await readMatches(load.state.matches)];
    // An outdated check stops when the next one arrives, even an empty one.
    if (run !== load.state.run) return;
    const used = problem === null ? targets : [];
    load.reader?.ask({ do: 'check', run, targets: used, options, matches, answers, keepsWrong, day, today });
  }

  async function save(load: Load, request: SaveRequest, written: Written): Promise<void> {
    const { folder, file, actor, ending } = load;
    const { columns, targets, chosen, matches } = load.state;
    if (written.period === undefined) return;
    const content = {
      name: request.name,
      file: file.name,
      period: request.period ?? written.period,
      written: { ...written, summary: { ...written.summary, file: summariseFile(load.state, written) } },
      folder,
      columns: columns.map(({ name, isNested }, index) => ({
        name: isNested ? '' : name,
        target: targets[index] ?? 'unused',
        isChosen: chosen.includes(index),
      })),
      matches,
    };
    const onWritten = (chunks: number) => void dispatch(load, { type: 'saving', part: chunks / written.chunks.length });
    let portfolioId: string | undefined;
    try {
      portfolioId = await savePortfolio(kit, content, { actor, signal: ending.signal, onWritten, authority });
    } catch (error) {
      if (ending.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      return dispatch(load, { type: 'save-refused', message: error.message });
    }
    await discard(load);
    await dispatch(load, { type: 'saved', portfolioId: portfolioId ?? null });
  }

  /** Throws if a name is matched with an option that does not exist. */
  async function requireOptions(matches: readonly Match[]): Promise<void> {
    const options = await reference.read();
    const codesOf = (against: string): readonly string[] => {
      if (against === 'cob') return CLASSES.map(({ slug }) => slug);
      if (against === 'journey') return [NO_VALUE, ...JOURNEYS.map(({ value }) => value)];
      if (isTarget(against) && matchedAgainst(against) === undefined)
        return [NO_VALUE, ...listMeanings(against).map(({ value }) => value)];
      return [NO_VALUE, ...options[against as ReferenceList].map(({ code }) => code)];
    };
    const wrong = matches.findIndex(({ against, code }) => code !== null && !codesOf(against).includes(code));
    if (wrong < 0) return;
    const errors = [{ path: `matches.${wrong}.code`, message: 'There is no such option.' }];
    throw new Problem('invalid-input', 'There is no such option.', { errors });
  }

  const begin = (of: Pick<Load, 'id' | 'actor' | 'folder' | 'file'>): Load => ({
    ...of,
    ending: new AbortController(),
    state: startLoad(kit.now().toISOString().slice(0, 10)),
    isReceiving: false,
    saving: undefined,
    reader: undefined,
    polledAt: kit.now().getTime(),
    bytesAt: kit.now().getTime(),
  });

  return { begin, dispatch, requireOptions };
}

/** What became of the rows, for as long as the portfolio is kept. */
function summariseFile({ found, columns, answers, keepsWrong }: LoadState, { risks }: Written): FileSummary {
  const rows = found?.rows ?? risks;
  const rates = answers.filter((one) => one.question === 'currency');
  const last = new Map(rates.map((one) => [`${one.column} ${one.mark}`, one]));
  return {
    rows,
    leftOut: rows - risks,
    valuesMissing: keepsWrong ? (found?.wrongValues ?? 0) : 0,
    rates: [...last.values()].flatMap(({ column, answer }) =>
      answer === null || answer.currency === US_DOLLAR ? [] : [{ column: columns[column]?.name ?? '', ...answer }],
    ),
  };
}
