import { findClass } from '#domain/cob/class-of-business.ts';
import { writeDay } from '#domain/day/day.ts';
import type { CalendarEvent } from './ical.ts';

/** What the calendar of a person covers. */
export const DAYS_BEFORE = 30;
export const DAYS_AFTER = 366;
/**
 * The calendar of somebody who has not opened the product for this long is not found until they do. A hosted tenant does
 * not say whom it removed, so this bounds how long their address works.
 */
export const DAYS_WITHOUT_SIGN_IN = 30;

/** `state`: `live` if it went live on the day. */
export type DatedGoLive = Readonly<{
  id: string;
  partner: number;
  partner_name: string;
  cob: string;
  day: string;
  state: 'live' | 'approved' | 'asked';
}>;
export type DatedDial = Readonly<{ id: string; name: string; active_from: string | null; active_until: string | null }>;
type Period = Readonly<{ from: string; today: string; to: string }>;
type Place = Readonly<{ publicUrl: string; period: Period }>;

/** Go-lives and the starts and ends of dials within the period, by day. */
export function calendarEvents(
  { goLives, dials }: Readonly<{ goLives: readonly DatedGoLive[]; dials: readonly DatedDial[] }>,
  { publicUrl, period }: Place,
): CalendarEvent[] {
  const host = publicUrl.replace(/^https?:\/\//, '');
  const isIn = (day: string | null): day is string => day !== null && day >= period.from && day <= period.to;
  const ofDial = ({ id, name }: DatedDial, verb: 'starts' | 'ends', day: string | null): CalendarEvent[] =>
    isIn(day)
      ? [
          {
            uid: `dial-${verb}-${id}@${host}`,
            day,
            summary: `${name} ${verb}`,
            description: '',
            url: `${publicUrl}/dials/${id}`,
          },
        ]
      : [];
  return [
    ...goLives
      // Without its approvals, a day that is over is no plan any more.
      .filter(({ day, state }) => isIn(day) && (state !== 'asked' || day >= period.today))
      .map(({ id, partner, partner_name, cob, day, state }) => ({
        uid: `go-live-${id}@${host}`,
        day,
        summary: `${findClass(cob)?.label ?? cob}, ${partner} ${partner_name} ${describeGoLive(state, day < period.today)}`,
        description: state === 'approved' ? `Approved for ${writeDay(day)}, 00:00 UTC.` : '',
        url: `${publicUrl}/syndicate/${partner}/bucket/${encodeURIComponent(cob)}${state === 'live' ? '' : '/draft'}`,
      })),
    ...dials.flatMap((dial) => [
      ...ofDial(dial, 'starts', dial.active_from),
      ...ofDial(dial, 'ends', dial.active_until),
    ]),
  ].toSorted((one, other) => one.day.localeCompare(other.day));
}

function describeGoLive(state: DatedGoLive['state'], isOver: boolean): string {
  if (state === 'asked') return 'may go live (not approved)';
  if (state === 'live') return 'went live';
  return isOver ? 'has not gone live' : 'goes live';
}
