/** Digests go out from seven to noon, in the person's time zone; after a longer outage not on that day. */
const FIRST_HOUR = 7;
const LAST_HOUR = 11;
/** Lines per part of a digest. */
const MAX_LINES = 10;

export type DigestLine = Readonly<{ text: string; url: string }>;
export const DIGEST_PARTS = ['waiting', 'drafts', 'discounted', 'ending'] as const;
export type DigestPart = (typeof DIGEST_PARTS)[number];
export type Digest = Readonly<Record<DigestPart, readonly DigestLine[]>>;

const TITLES = {
  waiting: 'Waiting for your vote',
  drafts: 'Your drafts',
  discounted: 'Your votes that no longer count',
  ending: 'Dials that end in your buckets within 30 days',
} as const satisfies Record<DigestPart, string>;

/** Null if there is nothing to say: no letter is sent. */
export function writeDigest(
  name: string,
  digest: Digest,
  { settings, stop }: Readonly<{ settings: string; stop: string }>,
): Readonly<{ subject: string; text: string }> | null {
  const parts = DIGEST_PARTS.flatMap((part) => {
    const lines = digest[part];
    if (lines.length === 0) return [];
    const more = lines.length - MAX_LINES;
    return [
      [
        `${TITLES[part]} (${lines.length})`,
        ...lines.slice(0, MAX_LINES).map(({ text, url }) => `- ${text}\n  ${url}`),
        ...(more > 0 ? [`- and ${more} more`] : []),
      ].join('\n'),
    ];
  });
  if (parts.length === 0) return null;
  const foot = `You get this each morning. Change it: ${settings}\nStop it: ${stop}`;
  return { subject: subjectOf(digest), text: [`Hello ${name},`, ...parts, foot].join('\n\n') };
}

const SUBJECTS = {
  waiting: (count) => `${count} ${count === 1 ? 'review waits' : 'reviews wait'} for your vote`,
  discounted: (count) => `${count} of your votes no longer ${count === 1 ? 'counts' : 'count'}`,
  drafts: (count) => `${count} ${count === 1 ? 'draft' : 'drafts'} of yours`,
  ending: (count) => `Dials end in ${count} of your buckets`,
} as const satisfies Record<DigestPart, (count: number) => string>;

/** What asks most of the reader. */
function subjectOf(digest: Digest): string {
  const first = (Object.keys(SUBJECTS) as DigestPart[]).find((part) => digest[part].length > 0) ?? 'waiting';
  return `Lineslip: ${SUBJECTS[first](digest[first].length)}`;
}

const MAX_FORMATTERS = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns one formatter per zone: to create one takes longer than all it does here. Throws if there is no such zone. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(timeZone, formatter);
  return formatter;
}

/** "2026-11-18" and 7, in that zone. `ms`: milliseconds since 1970. */
export function localTime(ms: number, timeZone: string): Readonly<{ day: string; hour: number }> {
  const parts = formatterOf(timeZone).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}

export function isTimeZone(text: string): boolean {
  try {
    formatterOf(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the digest of this morning is still to be sent. */
export function isDigestDue(ms: number, timeZone: string, lastDay: string | null): boolean {
  const { day, hour } = localTime(ms, timeZone);
  return hour >= FIRST_HOUR && hour <= LAST_HOUR && (lastDay === null || lastDay < day);
}

const MINUTE_MS = 60_000;
/** Longer than a mail server may take: a letter that was claimed and not sent by then is tried again. */
const CLAIM_MS = 5 * MINUTE_MS;
const FIRST_PAUSE_MS = 2 * MINUTE_MS;
const MAX_PAUSE_MS = 60 * MINUTE_MS;
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;

/** Returns when a letter that a server sends at `ms` is tried again, should that server end before it is sent. */
export const endOfClaim = (ms: number): number => ms + CLAIM_MS;

/** Returns when a letter that was not accepted is tried again: later each time; null: after a day it is given up. */
export function nextAttempt(
  { claimedMs, attempts }: Readonly<{ claimedMs: number; attempts: number }>,
  ms: number,
): number | null {
  const next = ms + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return next - claimedMs > GIVE_UP_MS ? null : next;
}

type OpenVotes = Readonly<{
  required: number;
  approvals: number;
  missing: readonly string[];
  /** For each missing signature, who can give it. */
  signatures: readonly (readonly string[])[];
}>;

/**
 * The people without whom a round cannot be approved: no more people can vote than votes are missing, or nobody else can
 * give a required signature.
 */
export const findNeeded = ({ required, approvals, missing, signatures }: OpenVotes): readonly string[] =>
  missing.length <= required - approvals
    ? missing
    : [...new Set(signatures.filter(({ length }) => length === 1).flat())];
