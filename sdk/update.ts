import { type ConformanceResult, runPack } from '#domain/feed/conformance.ts';
import type { FeedKey } from '#domain/feed/keys.ts';
import { FeedError, parseJson } from '#domain/feed/read.ts';
import { type Channel, documentsOf, FEED_BULK, type Release } from '#domain/feed/release.ts';
import { createRules, type Rules } from '#domain/feed/rules.ts';
import { type ReceivedRelease, ServerError, type Source } from './source.ts';
import { sha256, type Store } from './store.ts';
import { readKeys, signerOf, type TrustedKeys, trustKeys, verifyRelease } from './trust.ts';

/** The release that decides now. */
export type Running = Readonly<{ rules: Rules; jws: string; source: 'server' | 'snapshot'; appliedAt: number }>;
export type PackResult = ConformanceResult & Readonly<{ pack: string }>;

/** Why a release is not applied, or not stored. */
export class UpdateError extends FeedError {
  readonly sequence: number | null;
  readonly retryAfterMs: number;
  /** The server does not have a part of it any more. */
  readonly isMissing: boolean;
  constructor(sequence: number | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.sequence = sequence;
    this.retryAfterMs = cause instanceof ServerError ? cause.retryAfterMs : 0;
    this.isMissing = cause instanceof ServerError && cause.status === 404;
  }
}

type UpdaterOptions = Readonly<{
  channel: Channel;
  pinned: readonly FeedKey[];
  source: Pick<Source, 'getDocument' | 'getDocuments' | 'getKeys'>;
  store: Store;
  now: () => number;
  onApply: (running: Running) => void;
}>;

export type Updater = Readonly<{
  /** Starts from the directory; false if it is empty. */
  openSnapshot: () => Promise<boolean>;
  /** Applies and stores a release. */
  update: (received: ReceivedRelease) => Promise<void>;
  /** The server has nothing newer than what runs. */
  confirm: () => void;
  running: () => Running | null;
  /** Of the release that runs. Null until the release is stored, so that the server sends it again. */
  etag: () => string | null;
  conformance: () => PackResult | null;
}>;

const PARALLEL_REQUESTS = 8;
/** With so many missing they are asked for together. One alone is answered by a cache between engine and server, too. */
const MANY_DOCUMENTS = 20;

/**
 * The order of work: signature, sequence, documents, hashes, conformance, one assignment, disk, ETag. A failure before the
 * assignment leaves everything as it was. A failure after it is a release that runs and is not stored yet.
 */
export function createUpdater({ channel, pinned, source, store, now, onApply }: UpdaterOptions): Updater {
  let running: Running | null = null;
  let etag: string | null = null;
  let trusted: TrustedKeys | undefined;
  /** Each pack runs once; there is a new one with a new version of the server. */
  const results = new Map<string, PackResult>();
  let conformance: PackResult | null = null;
  /** The highest sequence that was verified, also of a snapshot whose documents are damaged. */
  let highest = -1;
  /** What runs and is not on the disk yet. */
  let unsaved = new Map<string, Uint8Array>();
  let unsavedKeys: string | null = null;
  let isSaved = false;
  /** A token may be replaced by one for other partners while the engine is down, never while it runs. */
  let hasServerScope = false;

  async function openSnapshot(): Promise<boolean> {
    const stored = await readStoredKeys();
    trusted = await trustKeys(pinned, stored, channel);
    // The file has all keys that are trusted, also for other readers of the directory.
    const listed = new Set(stored.map(({ kid }) => kid));
    if ([...trusted.keys()].some((kid) => !listed.has(kid))) unsavedKeys = writeKeys(trusted);
    const jws = await store.readRelease();
    if (jws === null) return false;
    let sequence = null;
    try {
      const release = await verifyRelease(jws, trusted, channel);
      sequence = release.sequence;
      highest = sequence;
      const texts = await collectDocuments(release, async ([hash]) => {
        throw new FeedError(`The document ${hash} is missing or damaged.`);
      });
      apply(prepareRules(release, texts), jws, 'snapshot');
    } catch (error) {
      throw new UpdateError(sequence, new FeedError(`The snapshot cannot be used. ${messageOf(error)}`));
    }
    isSaved = true;
    etag = await store.readEtag(jws);
    return true;
  }

  /** A damaged list costs nothing but a request: its keys are verified anyway. */
  async function readStoredKeys(): Promise<readonly FeedKey[]> {
    try {
      return readKeys(JSON.parse((await store.readKeys()) ?? '{"keys":[]}'));
    } catch {
      return [];
    }
  }

  async function update(received: ReceivedRelease): Promise<void> {
    const { jws } = received;
    const isNew = jws !== running?.jws;
    let sequence = isNew ? null : (running?.rules.release.sequence ?? null);
    try {
      if (isNew) {
        const release = await verify(jws);
        sequence = release.sequence;
        await replaceRelease(release, jws);
      }
      confirm();
      await save(jws);
      if (received.etag !== null && received.etag !== etag) await store.writeEtag(jws, received.etag);
      etag = received.etag;
    } catch (error) {
      throw new UpdateError(sequence, error);
    }
  }

  async function replaceRelease(release: Release, jws: string): Promise<void> {
    // The same release, signed by another key.
    if (running !== null && payloadOf(jws) === payloadOf(running.jws)) {
      running = { ...running, jws };
      isSaved = false;
      return;
    }
    refuseOlder(release);
    const texts = await collectDocuments(release, fetchDocuments);
    const rules = prepareRules(release, texts);
    unsaved = new Map([...unsaved, ...texts].filter(([hash]) => isNeeded(rules, hash)));
    isSaved = false;
    apply(rules, jws, 'server');
  }

  function confirm(): void {
    hasServerScope = true;
    if (running?.source === 'snapshot') running = { ...running, source: 'server' };
  }

  async function verify(jws: string): Promise<Release> {
    trusted ??= await trustKeys(pinned, [], channel);
    if (!trusted.has(signerOf(jws))) {
      const listed = readKeys(parseJson(await source.getKeys(), 'The list of keys'));
      // Keys that the server does not list any more may still be links of the chain.
      const extended = await trustKeys(pinned, [...trusted.values(), ...listed], channel);
      const release = await verifyRelease(jws, extended, channel);
      unsavedKeys = writeKeys(extended);
      trusted = extended;
      return release;
    }
    return verifyRelease(jws, trusted, channel);
  }

  function refuseOlder({ sequence, partners }: Release): void {
    if (sequence < highest)
      throw new FeedError(`Release ${sequence} is older than ${highest}, which was applied before.`);
    if (running === null) return;
    const { release } = running.rules;
    const isOtherScope = scopeOf(release.partners) !== scopeOf(partners);
    if (isOtherScope && hasServerScope)
      throw new FeedError(
        `Release ${sequence} is for ${scopeOf(partners)}, but this engine runs ${scopeOf(release.partners)}. Restart it if its token was replaced.`,
      );
    if (sequence === release.sequence && !isOtherScope)
      throw new FeedError(`Release ${sequence} came again with other content.`);
  }

  /** Fetches many at once as long as the server answers some of them, and the others one by one. */
  async function fetchDocuments(missing: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    const add = (hash: string, bytes: Uint8Array) => {
      if (sha256(bytes) !== hash) throw new FeedError(`The document ${hash} has other content than its hash says.`);
      found.set(hash, bytes);
    };
    let rest = missing;
    let isAnswered = true;
    while (isAnswered && rest.length >= MANY_DOCUMENTS) {
      for (const [hash, bytes] of await source.getDocuments(rest.slice(0, FEED_BULK.documents))) add(hash, bytes);
      const left = rest.filter((hash) => !found.has(hash));
      isAnswered = left.length < rest.length;
      rest = left;
    }
    await forEachInLanes(rest, async (hash) => add(hash, await source.getDocument(hash)));
    return found;
  }

  /** The documents, and the pack, that the release before it does not have. */
  async function collectDocuments(
    release: Release,
    fetchMissing: (missing: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>,
  ): Promise<Map<string, Uint8Array>> {
    const all = new Set([...documentsOf(release), release.meaning.conformance]);
    const needed = [...all].filter((hash) => running === null || !isNeeded(running.rules, hash));
    const stored = new Map<string, Uint8Array>();
    await forEachInLanes(needed, async (hash) => {
      const bytes = unsaved.get(hash) ?? (await store.readDocument(hash).catch(() => null));
      if (bytes !== null) stored.set(hash, bytes);
    });
    const missing = needed.filter((hash) => !stored.has(hash));
    return missing.length === 0 ? stored : new Map([...stored, ...(await fetchMissing(missing))]);
  }

  /** Runs the pack once per hash, and reads every document. */
  function prepareRules(release: Release, received: ReadonlyMap<string, Uint8Array>): Rules {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const textOf = (hash: string): string => {
      try {
        return decoder.decode(received.get(hash));
      } catch {
        throw new FeedError('The document is not UTF-8.');
      }
    };
    const { conformance: pack } = release.meaning;
    conformance = results.get(pack) ?? { ...runPack(textOf(pack)), pack };
    results.set(pack, conformance);
    const { cases, passed } = conformance;
    if (passed < cases)
      throw new FeedError(`This version of the client fails ${cases - passed} of ${cases} conformance cases.`);
    return createRules(release, textOf, running?.rules.documents);
  }

  function apply(rules: Rules, jws: string, from: Running['source']): void {
    running = { rules, jws, source: from, appliedAt: now() };
    highest = rules.release.sequence;
    onApply(running);
  }

  async function save(jws: string): Promise<void> {
    if (isSaved || running === null) return;
    etag = null;
    const { rules } = running;
    try {
      await store.writeRelease(jws, unsaved, unsavedKeys);
    } catch (error) {
      throw new FeedError(`Release ${rules.release.sequence} runs, but cannot be stored: ${messageOf(error)}.`);
    }
    unsaved = new Map();
    unsavedKeys = null;
    isSaved = true;
    // Leftovers cost space, nothing else.
    await store.removeDocuments((hash) => !isNeeded(rules, hash)).catch(() => undefined);
  }

  return {
    openSnapshot,
    update,
    confirm,
    running: () => running,
    etag: () => etag,
    conformance: () => conformance,
  };
}

/** Does the work for each, a few at a time; a failure ends all lanes. */
async function forEachInLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, lane));
  } finally {
    waiting.length = 0;
  }
}

const isNeeded = ({ documents, release }: Rules, hash: string): boolean =>
  documents.has(hash) || hash === release.meaning.conformance;

/** "all partners", "the partners 9101, 9102". */
const scopeOf = (partners: Release['partners']): string =>
  partners === undefined ? 'all partners' : `the partners ${partners.toSorted((a, b) => a - b).join(', ')}`;

const writeKeys = (trusted: TrustedKeys): string => JSON.stringify({ keys: [...trusted.values()] });

const payloadOf = (jws: string): string | undefined => jws.split('.')[1];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
