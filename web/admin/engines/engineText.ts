import type { Engine, EngineRelease, FeedRelease, ReleaseChanges } from '#contract/engine.ts';
import { daysBetween } from '#domain/day/day.ts';
import { grouped } from '#domain/dimension/format.ts';
import type { Channel } from '#domain/feed/release.ts';
import { BUCKETS_ADDRESS, bucketAddress, classAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { addDays, formatAt, formatDay, formatTimeOrMoment, utcDay } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';

export const CHANNEL_LABELS = {
  production: 'Production',
  candidate: 'Candidate',
} as const satisfies Record<Channel, string>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "0.4 s", "8 s", "14 min", "31 h", "5 days". */
export function describeSeconds(seconds: number): string {
  if (seconds < 0.95) return `${Math.max(0.1, seconds).toFixed(1)} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * MINUTE) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return plural(Math.floor(seconds / DAY), 'day');
}

/** Not negative, even if the clocks of server and browser differ. */
export const secondsBetween = (from: string, until: Date): number =>
  Math.max(0, (until.getTime() - Date.parse(from)) / 1000);

type NumberedChange = Readonly<{ sequence: number; changed: ReleaseChanges }>;

/** "Hull, 9164 Greywater", "PI US, 12 buckets", "12 buckets". */
export function nameChange({ sequence, changed: { total, buckets } }: NumberedChange): string {
  const [first] = buckets;
  if (first === undefined) return sequence > 1 ? 'An update of Lineslip' : 'The first one';
  if (total === 1) return `${classLabel(first.cob)}, ${partnerText(first.partner)}`;
  return isOneClass({ total, buckets })
    ? `${classLabel(first.cob)}, ${plural(total, 'bucket')}`
    : plural(total, 'bucket');
}

/** Not known of a release that does not name all its buckets. */
const isOneClass = ({ total, buckets }: ReleaseChanges): boolean =>
  buckets.length === total && new Set(buckets.map(({ cob }) => cob)).size === 1;

type ChangedBucket = ReleaseChanges['buckets'][number];

const ACTION_WORDS = {
  activated: (became) => `v${became}`,
  scheduled: (became) => `live on ${formatDay(became)}`,
  unscheduled: () => 'no longer scheduled',
  appetite: (became) => `appetite ${Number(became).toFixed(2)}`,
  stopped: () => 'stopped',
  restarted: () => 'restarted',
  added: () => 'added',
  review: () => 'review',
} as const satisfies Record<ChangedBucket['action'], (became: string) => string>;

/** What happened to the bucket, if it is one. */
export function describeChange({ total, buckets: [first] }: ReleaseChanges): string | undefined {
  return first === undefined || total > 1 ? undefined : ACTION_WORDS[first.action](first.became ?? '');
}

/** The versions before and after a go-live of one bucket. */
export function versionsOf({
  total,
  buckets: [first],
}: ReleaseChanges): readonly [was: string, is: string] | undefined {
  const number = Number(first?.became);
  if (total !== 1 || first?.action !== 'activated' || !(number > 1)) return undefined;
  return [`v${number - 1}`, `v${number}`];
}

/** The page of what changed; undefined if no bucket did. */
export function changeAddress({ total, buckets }: ReleaseChanges): string | undefined {
  const [first] = buckets;
  if (first === undefined) return undefined;
  if (total === 1) return bucketAddress({ partner: first.partner.number, cob: first.cob });
  return isOneClass({ total, buckets }) ? classAddress(first.cob) : BUCKETS_ADDRESS;
}

/** "All partners", "9101 Alder", "9101 Alder and 2 more". */
export function describePartners(partners: Engine['partners']): string {
  const [first, ...others] = partners ?? [];
  if (first === undefined) return 'All partners';
  return others.length === 0 ? partnerText(first) : `${partnerText(first)} and ${others.length} more`;
}

/** Its token is refused, whatever else is true of it. */
export const isShutOut = ({ token }: Engine): boolean => token.state === 'expired' || token.state === 'revoked';

/** The engines of production that can get what is live, and did report: those that a release waits for. */
export const fleetOf = (engines: readonly Engine[]): readonly Engine[] =>
  engines.filter((engine) => engine.channel === 'production' && engine.last_seen_at !== null && !isShutOut(engine));

/** Whether an engine that was there before the release does not run it yet. */
export const isOpen = ({ sequence, issued_at, all_after_seconds }: FeedRelease, fleet: readonly Engine[]): boolean =>
  all_after_seconds === null &&
  fleet.some((engine) => engine.created_at <= issued_at && (engine.sequence ?? 0) < sequence);

/** How long it took until all ran it: "8 s", "open for 14 min". Not measured: no engine of now was there before it. */
export function describeSpan(release: FeedRelease, fleet: readonly Engine[], now: Date): string {
  const { all_after_seconds, issued_at } = release;
  if (all_after_seconds !== null) return describeSeconds(all_after_seconds);
  if (isOpen(release, fleet)) return `open for ${describeSeconds(secondsBetween(issued_at, now))}`;
  return 'not measured';
}

/** "Sequence 409", and how current that is. */
export function describeRuns(engine: Engine, now: Date): Readonly<{ runs: string; since: string }> {
  const { state, sequence, applied_at, applied_after_seconds, behind, behind_since, last_seen_at, token } = engine;
  if (state === 'never-seen') return { runs: 'Not seen yet', since: '' };
  const runs = sequence === null ? 'No sequence yet' : `Sequence ${sequence}`;
  const seen = formatTimeOrMoment(last_seen_at ?? '', now);
  switch (state) {
    case 'current': {
      if (applied_at === null) return { runs: `${runs}, current`, since: '' };
      const after = applied_after_seconds === null ? '' : `, after ${describeSeconds(applied_after_seconds)}`;
      return { runs: `${runs}, current`, since: `applied ${formatTimeOrMoment(applied_at, now)}${after}` };
    }
    case 'unreported':
      return { runs, since: 'not reported yet' };
    case 'behind':
      return {
        runs,
        since: `${grouped(behind)} behind${behind_since === null ? '' : ` since ${formatTimeOrMoment(behind_since, now)}`}`,
      };
    case 'unreachable': {
      const why = isShutOut(engine) ? `token ${token.state}` : 'cannot reach us';
      return { runs, since: sequence === null ? why : `kept its last copy since ${seen}, ${why}` };
    }
    default:
      return state satisfies never;
  }
}

/** "Token expires in 21 days."; undefined while there is nothing to say. */
export function warnOfToken({ token }: Engine, now: Date): string | undefined {
  if (token.state === 'valid') return undefined;
  const warning = `Token ${describeExpiry(token, now)}.`;
  return token.state === 'expiring' ? warning : `${warning} It gets nothing new until the token is replaced.`;
}

/** "expires 1 Feb 2027", in the last weeks "expires in 21 days". */
export function describeExpiry({ state, expires_at }: Engine['token'], now: Date): string {
  const day = lastDay(expires_at);
  const days = daysBetween(utcDay(now), day);
  switch (state) {
    case 'valid':
      return `expires ${formatDay(day)}`;
    case 'expiring':
      return days <= 0 ? 'expires today' : `expires in ${plural(days, 'day')}`;
    case 'expired':
      return `expired ${formatDay(day)}`;
    case 'revoked':
      return 'revoked';
    default:
      return state satisfies never;
  }
}

/** A token expires at the end of its last day, which is the start of the next one. */
const lastDay = (expires_at: string): string => addDays(expires_at.slice(0, 10), -1);

/** The last error, and a lost connection, each in a sentence. */
export function describeErrors(engine: Engine, now: Date): readonly string[] {
  const { error, state, last_seen_at } = engine;
  const refused =
    error &&
    `${error.sequence === null ? 'Failed' : `Refused ${error.sequence}`} ${formatAt(error.at, now)}. ${error.message}`;
  const lost =
    state === 'unreachable' &&
    !isShutOut(engine) &&
    last_seen_at !== null &&
    `Connection lost ${formatAt(last_seen_at, now)}, nothing heard since.`;
  return [refused, lost].filter((text) => typeof text === 'string');
}

/** "281 of 283 cases", of those that the server asks for now. */
export function describeCases(
  { conformance }: Engine,
  required: number,
): Readonly<{ words: string; passes: boolean }> | undefined {
  if (conformance === null) return undefined;
  const cases = Math.max(required, conformance.cases);
  return {
    words: `${grouped(conformance.passed)} of ${grouped(cases)} cases`,
    passes: conformance.passed === cases,
  };
}

/** "4 engines, 2 behind", "2 engines, both current". */
export function summariseEngines(engines: readonly Engine[]): string {
  const ended = ({ token: { state } }: Engine) => state === 'revoked' || state === 'expired';
  const reading = engines.filter((engine) => !ended(engine));
  const count = (is: (engine: Engine) => boolean) => reading.filter(is).length;
  const parts = [
    [count(({ behind, state }) => behind > 0 && state !== 'never-seen' && state !== 'unreported'), 'behind'],
    [count(({ behind, state }) => behind === 0 && state === 'unreachable'), 'out of reach'],
    [count(({ state }) => state === 'unreported'), 'not reported yet'],
    [count(({ state }) => state === 'never-seen'), 'not seen yet'],
    [engines.length - reading.length, 'without a valid token'],
  ] as const;
  const words = parts.flatMap(([number, text]) => (number === 0 ? [] : [`${number} ${text}`]));
  const all = agree(engines.length, 'current', `${agree(engines.length - 1, 'both', 'all')} current`);
  return [plural(engines.length, 'engine'), ...(words.length === 0 ? [all] : words)].join(', ');
}

/** What the engine made of a release: "applied after 8 s", "refused, keeps 409". */
export function describeOutcome({ outcome, after_seconds, sequence }: EngineRelease, engine: Engine): string {
  switch (outcome) {
    case 'applied':
      return after_seconds === null ? 'applied' : `applied after ${describeSeconds(after_seconds)}`;
    case 'refused':
      return engine.sequence !== null && engine.sequence < sequence ? `refused, keeps ${engine.sequence}` : 'refused';
    case 'waits': {
      const refused = engine.error?.sequence ?? null;
      return refused !== null && refused < sequence ? `waits for ${refused}` : 'not applied yet';
    }
    case 'skipped':
      return 'skipped for a newer one';
    default:
      return outcome satisfies never;
  }
}

/** What screen readers hear of a refresh: who fell behind and who caught up. */
export function describeMoves(before: readonly Engine[], after: readonly Engine[]): string {
  const states = new Map(before.map(({ id, state }) => [id, state]));
  return after
    .flatMap(({ id, name, state }) => {
      const was = states.get(id);
      if (was === undefined || was === state) return [];
      if (state === 'unreachable') return [`${name} cannot reach Lineslip.`];
      if (state === 'behind') return was === 'unreachable' ? [] : [`${name} fell behind.`];
      if (state === 'unreported' || was === 'unreported') return [];
      return was === 'never-seen' ? [`${name} runs what is live.`] : [`${name} caught up.`];
    })
    .join(' ');
}
