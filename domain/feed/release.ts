import { isDay } from '#domain/day/day.ts';
import { bucketId, type BucketAddress } from '#domain/event/event.ts';
import type { Channel } from './channel.ts';
import { FeedError, parseJson, readArray, readObject, readText } from './read.ts';

export { type Channel, CHANNELS } from './channel.ts';

/** Changes when a client of the present format could misread a release or a document. */
export const FEED_FORMAT = 1;

/** An engine reads no more of an answer than this. `answerBytes`: the list of keys, and everything that is no content. */
export const FEED_LIMITS = { releaseBytes: 16_000_000, documentBytes: 4_000_000, answerBytes: 250_000 } as const;

/**
 * Several documents in one answer, of so many bytes together; the first is there whatever its size. Written as text in JSON
 * they take up to twice as much, which `releaseBytes` leaves room for.
 */
export const FEED_BULK = { documents: 200, bytes: 6_000_000 } as const;

/** A version of a bucket, and the hash of its document. */
type VersionRef = Readonly<{ version: number; document: string }>;

export type ReleaseBucket = BucketAddress &
  VersionRef &
  Readonly<{
    appetite: number;
    stopped: boolean;
    /** The hash that its votes signed; null for the empty first version and for a draft under review. */
    approved: string | null;
    /** Candidate only: the hash that the voters of a draft under review are asked to sign. */
    submitted?: string;
    before?: VersionRef;
    /** Approved for a day. It decides about risks from that day on. */
    next?: VersionRef & Readonly<{ from: string; approved: string }>;
  }>;

/** Everything that is live in a channel. */
export type Release = Readonly<{
  format: number;
  channel: Channel;
  sequence: number;
  /** The SHA-256 of the previous release as it was signed; null for the first one. */
  previous: string | null;
  issued_at: string;
  /** An engine that runs an older release for longer than this is reported. */
  alarm_after_seconds: number;
  /** The SHA-256 of the conformance pack, which is a document of the feed, and of the list of dimensions. */
  meaning: Readonly<{ conformance: string; dimensions: string }>;
  /** The partners that the reader may see; left out: all. */
  partners?: readonly number[];
  buckets: readonly ReleaseBucket[];
}>;

/** The hashes of all documents that a reader of the release needs. */
export const documentsOf = ({ buckets }: Pick<Release, 'buckets'>): ReadonlySet<string> =>
  new Set(
    buckets.flatMap(({ document, before, next }) => [
      document,
      ...(before ? [before.document] : []),
      ...(next ? [next.document] : []),
    ]),
  );

/** The release for a reader that may see only these partners. */
export const limitToPartners = (release: Release, partners: readonly number[] | null): Release =>
  partners === null
    ? release
    : { ...release, partners, buckets: release.buckets.filter(({ partner }) => partners.includes(partner)) };

/** The part that decides about a risk of this day. */
export const versionOn = (bucket: ReleaseBucket, day: string): VersionRef =>
  bucket.next !== undefined && day >= bucket.next.from ? bucket.next : bucket;

/** Reads a release strictly: what this version does not understand is refused, never guessed. */
export function readRelease(text: string, channel: Channel): Release {
  const release = readObject(parseJson(text, 'The release'), 'The release');
  if (release['format'] !== FEED_FORMAT)
    throw new FeedError(
      `The release has format ${String(release['format'])}; this client reads format ${FEED_FORMAT}.`,
    );
  if (release['channel'] !== channel)
    throw new FeedError(`The release is of the channel ${String(release['channel'])}, not ${channel}.`);
  const sequence = readCount(release['sequence'], 'sequence');
  const { conformance, dimensions } = readObject(release['meaning'], 'meaning');
  const partners = release['partners'];
  const buckets = readArray(release['buckets'], 'buckets').map(readBucket);
  const ids = new Set(buckets.map(bucketId));
  if (ids.size < buckets.length) throw new FeedError('The release has a bucket twice.');
  return {
    format: FEED_FORMAT,
    channel,
    sequence,
    previous: release['previous'] === null ? null : readHash(release['previous'], 'previous'),
    issued_at: readText(release['issued_at'], 'issued_at'),
    alarm_after_seconds: readCount(release['alarm_after_seconds'], 'alarm_after_seconds'),
    meaning: {
      conformance: readHash(conformance, 'meaning.conformance'),
      dimensions: readHash(dimensions, 'meaning.dimensions'),
    },
    ...(partners !== undefined && {
      partners: readArray(partners, 'partners').map((partner) => readCount(partner, 'partners')),
    }),
    buckets,
  };
}

function readBucket(json: unknown): ReleaseBucket {
  const bucket = readObject(json, 'A bucket');
  const partner = readCount(bucket['partner'], 'partner');
  const cob = readText(bucket['cob'], 'cob');
  const of = `${partner} ${cob}`;
  const { appetite, stopped, before, next, submitted, approved } = bucket;
  if (typeof appetite !== 'number' || !(appetite >= 0)) throw new FeedError(`${of}: appetite must be a number.`);
  if (typeof stopped !== 'boolean') throw new FeedError(`${of}: stopped must be true or false.`);
  return {
    partner,
    cob,
    ...readVersion(bucket, of),
    appetite,
    stopped,
    approved: approved === null ? null : readHash(approved, `${of}: approved`),
    ...(submitted !== undefined && { submitted: readHash(submitted, `${of}: submitted`) }),
    ...(before !== undefined && { before: readVersion(readObject(before, `${of}: before`), of) }),
    ...(next !== undefined && { next: readNext(readObject(next, `${of}: next`), of) }),
  };
}

function readNext(next: Readonly<Record<string, unknown>>, of: string) {
  const from = readText(next['from'], `${of}: next.from`);
  if (!isDay(from)) throw new FeedError(`${of}: next.from must be a day.`);
  return { ...readVersion(next, of), from, approved: readHash(next['approved'], `${of}: next.approved`) };
}

const readVersion = ({ version, document }: Readonly<Record<string, unknown>>, of: string): VersionRef => ({
  version: readCount(version, `${of}: version`),
  document: readHash(document, `${of}: document`),
});

function readCount(json: unknown, what: string): number {
  if (!Number.isSafeInteger(json) || (json as number) < 0) throw new FeedError(`${what} must be a whole number.`);
  return json as number;
}

function readHash(json: unknown, what: string): string {
  if (typeof json !== 'string' || !/^[\da-f]{64}$/.test(json)) throw new FeedError(`${what} must be a SHA-256.`);
  return json;
}
