import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { grouped } from '#domain/dimension/format.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { guessTargets } from '#domain/portfolio/mapping/columns.ts';
import { indexNames, type Match } from '#domain/portfolio/mapping/names.ts';
import { checkTargets } from '#domain/portfolio/mapping/row.ts';
import { isTarget, type Target } from '#domain/portfolio/mapping/target.ts';
import { savePortfolio } from '#server/portfolio/portfolio.keep.ts';
import { listColumns, listMatches } from '#server/portfolio/portfolio.store.ts';
import { DISK_FULL, isDiskFull, type ReaderMessage } from '#server/portfolio/reader/reader.protocol.ts';
import { referenceService } from '#server/reference/reference.service.ts';
import type { Load, LoadParts, SaveRequest } from './load.ts';
import { removeFolder } from './load.folder.ts';
import { startReader } from './load.process.ts';

/** Processes a load, from the last byte of the file to the portfolio. */
export function loadWork({ kit, onError }: Omit<LoadParts, 'maxFileBytes' | 'dataDir'>, start = startReader) {
  const reference = referenceService(kit.db);
  const today = (): string => kit.now().toISOString().slice(0, 10);
  const readMatches = async (own: readonly Match[]): Promise<readonly Match[]> => [
    ...(await listMatches(kit.db)).map(({ against, text_key: text, code }) => ({ against, text, code })),
    ...own,
  ];

  /** Ends the load with a message and frees its disk space. */
  async function fail(load: Load, sentence: string): Promise<void> {
    load.saveRequest = undefined;
    await load.reader?.end();
    await removeFolder(load.folder);
    load.phase = 'failed';
    load.problem = sentence;
  }

  /** An unexpected error ends the load and is logged. */
  const guard = (load: Load, running: Promise<void>): void => {
    running.catch(async (error: unknown) => {
      if (load.ending.signal.aborted) return;
      onError(error, 'A portfolio could not be loaded.');
      await fail(
        load,
        isDiskFull(error) ? DISK_FULL : 'Something went wrong on our side. Nothing was saved; try again.',
      );
    });
  };

  function read(load: Load): void {
    load.phase = 'reading';
    load.reader = start(load.folder, (message) => guard(load, onMessage(load, message)));
    load.reader.ask({ do: 'read', kind: load.kind ?? 'csv' });
  }

  async function onMessage(load: Load, message: ReaderMessage): Promise<void> {
    if (load.ending.signal.aborted) return;
    switch (message.type) {
      case 'reading':
        load.part = message.part;
        return;
      case 'read':
        load.columns = message.columns;
        load.rows = message.rows;
        load.targets = await guess(load);
        return check(load);
      case 'checking':
        if (message.run === load.run) load.found = message;
        return;
      case 'checked':
        if (message.run !== load.run) return;
        load.found = message;
        load.written = message.written;
        load.phase = 'checked';
        return;
      case 'unusable':
        if (message.run !== load.run) return;
        load.phase = 'mapping';
        load.problem = message.sentence;
        return;
      case 'generated':
        return;
      case 'failed':
        return fail(load, message.sentence);
    }
  }

  async function guess({ columns }: Load): Promise<Target[]> {
    const names = indexNames(await reference.read(), await readMatches([]));
    const remembered = (await listColumns(kit.db)).flatMap(({ name_key, target }) =>
      isTarget(target) ? [[name_key, target] as const] : [],
    );
    return guessTargets(
      // Nested columns cannot be read, so their names do not count.
      columns.map(({ name, sample, isNested }) => ({ name: isNested ? '' : name, values: sample })),
      names,
      new Map(remembered),
    );
  }

  /** Starts to check every row. Cancels a pending save request. */
  async function check(load: Load): Promise<void> {
    load.run += 1;
    load.saveRequest = undefined;
    load.written = undefined;
    load.found = undefined;
    load.problem = checkTargets(load.targets) ?? null;
    load.phase = load.problem === null ? 'checking' : 'mapping';
    const { run, targets, day } = load;
    const [options, matches] = [await reference.read(), await readMatches(load.matches)];
    // An outdated check stops when the next one arrives, even an empty one.
    if (run === load.run)
      load.reader?.ask({ do: 'check', run, targets: load.problem === null ? targets : [], options, matches, day });
  }

  async function keep(load: Load, saveRequest: SaveRequest): Promise<void> {
    const day = saveRequest.period?.from ?? load.day;
    if (!load.targets.includes('date') && day !== load.day) {
      load.day = day;
      await check(load);
    }
    load.saveRequest = saveRequest;
    load.problem = load.phase === 'mapping' ? load.problem : null;
    saveIfReady(load);
  }

  function saveIfReady(load: Load): void {
    const { saveRequest, written, found, phase } = load;
    if (saveRequest === undefined || written === undefined || phase !== 'checked') return;
    const wrongRows = found?.wrongRows ?? 0;
    const refusal =
      written.risks === 0
        ? 'Every row has an error, so there is nothing to load.'
        : wrongRows > 0 && saveRequest.rows === 'all_or_nothing'
          ? `${grouped(wrongRows)} ${wrongRows === 1 ? 'row has an error' : 'rows have errors'}, so nothing was loaded.`
          : null;
    if (refusal !== null) {
      load.problem = refusal;
      load.saveRequest = undefined;
      return;
    }
    load.phase = 'keeping';
    load.part = 0;
    load.keeping = write(load, saveRequest).finally(() => (load.keeping = undefined));
    guard(load, load.keeping);
  }

  async function write(load: Load, saveRequest: SaveRequest): Promise<void> {
    const { written, found, columns, targets, matches, folder, file, actor, ending } = load;
    if (written?.period === undefined) return;
    const content = {
      name: saveRequest.name,
      file: file.name,
      leftOut: found?.wrongRows ?? 0,
      period: saveRequest.period ?? written.period,
      written,
      folder,
      columns: columns.flatMap(({ name, isNested }, index) =>
        isNested ? [] : [{ name, target: targets[index] ?? 'unused' }],
      ),
      matches,
    };
    const onWritten = (chunks: number) => (load.part = chunks / written.chunks.length);
    try {
      load.portfolioId = (await savePortfolio(kit, content, { actor, signal: ending.signal, onWritten })) ?? null;
    } catch (error) {
      if (ending.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      load.phase = 'checked';
      load.problem = error.message;
      load.saveRequest = undefined;
      return;
    }
    await load.reader?.end();
    await removeFolder(folder);
    load.phase = 'kept';
  }

  /** Throws if a name is matched with an option that does not exist. */
  async function requireOptions(matches: readonly Match[]): Promise<void> {
    const options = await reference.read();
    const codesOf = (against: string): readonly string[] => {
      if (against === 'cob') return CLASSES.map(({ slug }) => slug);
      if (against === 'journey') return JOURNEYS.map(({ value }) => value);
      return options[against as ReferenceList].map(({ code }) => code);
    };
    const wrong = matches.findIndex(({ against, code }) => !codesOf(against).includes(code));
    if (wrong < 0) return;
    const errors = [{ path: `matches.${wrong}.code`, message: 'There is no such option.' }];
    throw new Problem('invalid-input', 'There is no such option.', { errors });
  }

  const begin = (of: Pick<Load, 'id' | 'actor' | 'folder' | 'file'>): Load => ({
    ...of,
    ending: new AbortController(),
    phase: 'receiving',
    problem: null,
    received: 0,
    isReceiving: false,
    kind: null,
    rows: null,
    part: 0,
    columns: [],
    targets: [],
    matches: [],
    day: today(),
    run: 0,
    found: undefined,
    written: undefined,
    saveRequest: undefined,
    keeping: undefined,
    portfolioId: null,
    reader: undefined,
    polledAt: kit.now().getTime(),
    bytesAt: kit.now().getTime(),
  });

  return { begin, fail, read, check, keep, saveIfReady, requireOptions };
}
