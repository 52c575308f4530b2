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

/** "2026-11-18" and 7, in that zone. `ms`: milliseconds since 1970. */
export function localTime(ms: number, timeZone: string): Readonly<{ day: string; hour: number }> {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  }).formatToParts(ms);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, hour: Number(of('hour')) };
}

export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).format(0);
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
