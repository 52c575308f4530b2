import { writeDay } from '#domain/day/day.ts';
import { grouped } from '#domain/dimension/format.ts';
import { UNUSED_DAYS } from './practice.ts';

type Counted = Readonly<{ from: string; counted_from: string; period: number }>;

const shortDay = (day: string): string => writeDay(day).replace(/ \d{4}$/, '');

/** "in 30 days", or "since 14 Nov" where less is counted. */
export const describePeriod = ({ from, counted_from, period }: Counted, preposition = 'in'): string =>
  counted_from > from ? `since ${shortDay(counted_from)}` : `${preposition} ${period} days`;

type UnusedDial = Counted &
  Readonly<{
    took_part: number;
    /** The position of the dial that decided most often instead, if it is known. */
    beatenBy: number | undefined;
  }>;

/** "Decided nothing for 30 days", and why: "41 risks matched it, dial 6 decided first". */
export function describeUnusedDial(dial: UnusedDial): Readonly<{ lead: string; reason: string }> {
  const { took_part, beatenBy } = dial;
  const lead = `Decided nothing ${describePeriod(dial, 'for')}`;
  if (took_part === 0) return { lead, reason: 'no risk matched it' };
  const winner = beatenBy === undefined ? 'other dials' : `dial ${beatenBy}`;
  return {
    lead,
    reason: `${grouped(took_part)} ${took_part === 1 ? 'risk' : 'risks'} matched it, ${winner} decided first`,
  };
}

/** "v5 12, v3 776": what each version of a dial decided; undefined if none but the live one did. */
export function describeVersions(
  versions: readonly Readonly<{ version: number; decided: number }>[],
  live: number | undefined,
): string | undefined {
  if (versions.every(({ version, decided }) => version === live || decided === 0)) return undefined;
  return versions.map(({ version, decided }) => `v${version} ${grouped(decided)}`).join(', ');
}

type Reporters = Readonly<{
  engines: number;
  reporting: number;
  since: string | null;
  until: string | null;
  dropped: number;
}>;

export const UNUSED_LABEL = `Decided nothing for ${UNUSED_DAYS} days`;

/** "what 3 of 4 production engines reported until 11:59, counted since 19 Sep 2026". Moments are ISO texts. */
export function describeReporters(reporters: Reporters, writeMoment: (moment: string) => string): string {
  const { engines, reporting, since, until } = reporters;
  if (since === null || until === null) return 'no production engine that reads this has reported';
  const who =
    engines === 0
      ? 'production engines'
      : `${reporting === engines ? '' : `${reporting} of `}${engines} production ${engines === 1 ? 'engine' : 'engines'}`;
  return `what ${who} reported until ${writeMoment(until)}, counted since ${writeDay(since.slice(0, 10))}`;
}

/** "7 decisions lost", or nothing. */
export const describeLoss = ({ dropped }: Reporters): string | undefined =>
  dropped === 0 ? undefined : `${grouped(dropped)} ${dropped === 1 ? 'decision' : 'decisions'} lost`;
