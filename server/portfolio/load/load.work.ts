import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { grouped } from '#domain/dimension/format.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { guessTargets } from '#domain/portfolio/mapping/columns.ts';
import { indexNames, type Match } from '#domain/portfolio/mapping/names.ts';
import { checkTargets } from '#domain/portfolio/mapping/row.ts';
import { isTarget, type Target } from '#domain/portfolio/mapping/target.ts';
import { keepPortfolio } from '#server/portfolio/portfolio.keep.ts';
import { listColumns, listMatches } from '#server/portfolio/portfolio.store.ts';
import { DISK_FULL, isDiskFull, type Told } from '#server/portfolio/reader/reader.protocol.ts';
import { referenceService } from '#server/reference/reference.service.ts';
import type { Load, LoadParts, SaveRequest } from './load.ts';
import { removeFolder } from './load.folder.ts';
import { startReader } from './load.process.ts';

/** What is done for a load, from the last byte of the file to the portfolio. */
export function loadWork({ kit, onError }: Omit<LoadParts, 'maxFileBytes' | 'dataDir'>, start = startReader) {
  const reference = referenceService(kit.db);
  const today = (): string => kit.now().toISOString().slice(0, 10);
  const readMatches = async (own: readonly Match[]): Promise<readonly Match[]> => [
    ...(await listMatches(kit.db)).map(({ against, text_key: text, code }) => ({ against, text, code })),
    ...own,
  ];

  /** Ends it with a sentence; what it took on the disk is free again. */
  async function fail(load: Load, sentence: string): Promise<void> {
    load.wish = undefined;
    await load.reader?.end();
    await removeFolder(load.folder);
    load.phase = 'failed';
    load.problem = sentence;
  }

  /** What nobody expected ends the load, and is logged. */
  const guard = (load: Load, running: Promise<void>): void => {
    running.catch(async (error: unknown) => {
      if (load.ending.signal.aborted) return;
      onError(error, 'A portfolio could not be loaded.');
      await fail(
        load,
        isDiskFull(error) ? DISK_FULL : 'Something went wrong on our side. Nothing was kept; try again.',
      );
    });
  };

  function read(load: Load): void {
    load.phase = 'reading';
    load.reader = start(load.folder, (told) => guard(load, onTold(load, told)));
    load.reader.ask({ do: 'read', kind: load.kind ?? 'csv' });
  }

  async function onTold(load: Load, told: Told): Promise<void> {
    if (load.ending.signal.aborted) return;
    switch (told.told) {
      case 'reading':
        load.part = told.part;
        return;
      case 'read':
        load.columns = told.columns;
        load.rows = told.rows;
        load.targets = await guess(load);
        return check(load);
      case 'checking':
        if (told.run === load.run) load.found = told;
        return;
      case 'checked':
        if (told.run !== load.run) return;
        load.found = told;
        load.written = told.written;
        load.phase = 'checked';
        return;
      case 'unusable':
        if (told.run !== load.run) return;
        load.phase = 'mapping';
        load.problem = told.sentence;
        return;
      case 'generated':
        return;
      case 'failed':
        return fail(load, told.sentence);
    }
  }

  async function guess({ columns }: Load): Promise<Target[]> {
    const names = indexNames(await reference.read(), await readMatches([]));
    const remembered = (await listColumns(kit.db)).flatMap(({ name_key, target }) =>
      isTarget(target) ? [[name_key, target] as const] : [],
    );
    return guessTargets(
      // What cannot be read is nothing, whatever it is called.
      columns.map(({ name, sample, isNested }) => ({ name: isNested ? '' : name, values: sample })),
      names,
      new Map(remembered),
    );
  }

  /** Begins to check every row, from the first. What was wished for has to be wished for again. */
  async function check(load: Load): Promise<void> {
    load.run += 1;
    load.wish = undefined;
    load.written = undefined;
    load.found = undefined;
    load.problem = checkTargets(load.targets) ?? null;
    load.phase = load.problem === null ? 'checking' : 'mapping';
    const { run, targets, day } = load;
    const [options, matches] = [await reference.read(), await readMatches(load.matches)];
    // A check that nobody wants any more ends when it hears of the next one, which may be none.
    if (run === load.run)
      load.reader?.ask({ do: 'check', run, targets: load.problem === null ? targets : [], options, matches, day });
  }

  async function keep(load: Load, wish: SaveRequest): Promise<void> {
    const day = wish.period?.from ?? load.day;
    if (!load.targets.includes('date') && day !== load.day) {
      load.day = day;
      await check(load);
    }
    load.wish = wish;
    load.problem = load.phase === 'mapping' ? load.problem : null;
    saveIfReady(load);
  }

  function saveIfReady(load: Load): void {
    const { wish, written, found, phase } = load;
    if (wish === undefined || written === undefined || phase !== 'checked') return;
    const wrongRows = found?.wrongRows ?? 0;
    const refusal =
      written.risks === 0
        ? 'Every row has an error, so there is nothing to load.'
        : wrongRows > 0 && wish.rows === 'all_or_nothing'
          ? `${grouped(wrongRows)} ${wrongRows === 1 ? 'row has an error' : 'rows have errors'}, so nothing was loaded.`
          : null;
    if (refusal !== null) {
      load.problem = refusal;
      load.wish = undefined;
      return;
    }
    load.phase = 'keeping';
    load.part = 0;
    load.keeping = write(load, wish).finally(() => (load.keeping = undefined));
    guard(load, load.keeping);
  }

  async function write(load: Load, wish: SaveRequest): Promise<void> {
    const { written, found, columns, targets, matches, folder, file, actor, ending } = load;
    if (written?.period === undefined) return;
    const content = {
      name: wish.name,
      file: file.name,
      leftOut: found?.wrongRows ?? 0,
      period: wish.period ?? written.period,
      written,
      folder,
      columns: columns.flatMap(({ name, isNested }, index) =>
        isNested ? [] : [{ name, target: targets[index] ?? 'unused' }],
      ),
      matches,
    };
    const onWritten = (chunks: number) => (load.part = chunks / written.chunks.length);
    try {
      load.portfolioId = (await keepPortfolio(kit, content, { actor, signal: ending.signal, onWritten })) ?? null;
    } catch (error) {
      if (ending.signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      load.phase = 'checked';
      load.problem = error.message;
      load.wish = undefined;
      return;
    }
    await load.reader?.end();
    await removeFolder(folder);
    load.phase = 'kept';
  }

  /** What names are matched with must be there. */
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
    wish: undefined,
    keeping: undefined,
    portfolioId: null,
    reader: undefined,
    askedAt: kit.now().getTime(),
    bytesAt: kit.now().getTime(),
  });

  return { begin, fail, read, check, keep, saveIfReady, requireOptions };
}
