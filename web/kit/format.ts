import { writeDay } from '#domain/day/day.ts';
import { plural } from './plural.ts';

/** Date formats, always in the person's time zone: 16 Nov 2026, 10:58. */
const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const longDay = new Intl.DateTimeFormat('en-GB', long);
const longUtcDay = new Intl.DateTimeFormat('en-GB', { ...long, timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'longGeneric' });

/** A moment, as an ISO string or a date. */
export type Moment = string | Date;

/** The UTC day of a moment, 2026-11-16. */
export const utcDay = (date: Date): string => date.toISOString().slice(0, 10);
export const utcToday = (): string => utcDay(new Date());
/** The day, or today if it is none or has passed. */
export const laterDay = (day: string | null | undefined): string => {
  const today = utcToday();
  return day && day > today ? day : today;
};

/** The UTC day that many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Monday 16 November 2026 */
export const formatLongDay = (date: Date): string => longDay.format(date).replaceAll(',', '');

/** Friday 1 January 2027, for a UTC day. */
export const formatLongUtcDay = (day: string): string => longUtcDay.format(new Date(day)).replaceAll(',', '');

/** 16 Nov 2026, for a UTC day written 2026-11-16. */
export const formatDay = (day: string): string => writeDay(day);

/** 16 Nov, if the year is clear. */
export const formatShortDay = (day: string): string => writeDay(day).replace(/ \d{4}$/, '');

/** Today 10:58, or 16 Nov 2026 10:58 */
export function formatMoment(moment: Moment, now = new Date()): string {
  const { day, time, today } = read(moment, now);
  return `${today ? 'Today' : day} ${time}`;
}

/** Today 10:58, or 16 Nov 2026: if the time matters only today. */
export function formatDayOrTime(moment: Moment, now = new Date()): string {
  const { day, time, today } = read(moment, now);
  return today ? `Today ${time}` : day;
}

/** 10:58 today, with the date before that. */
export function formatTimeOrMoment(moment: Moment, now = new Date()): string {
  const { day, time, today } = read(moment, now);
  return today ? time : `${day} ${time}`;
}

/** In a sentence: "saved at 10:58", "saved on 14 Nov 2026 at 11:20". */
export function formatAt(moment: Moment, now = new Date()): string {
  const { day, time, today } = read(moment, now);
  return today ? `at ${time}` : `on ${day} at ${time}`;
}

/** In a sentence: "today 10:58", where a line would begin with "Today 10:58". */
export const inSentence = (text: string): string => text.replace(/^Today /, 'today ');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2 hours ago" within the day, with date and time before that. */
export function formatAgo(moment: Moment, now = new Date()): string {
  const passed = now.getTime() - new Date(moment).getTime();
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${plural(Math.floor(passed / MINUTE), 'minute')} ago`;
  if (passed < 12 * HOUR) return `${plural(Math.floor(passed / HOUR), 'hour')} ago`;
  return inSentence(formatMoment(moment, now));
}

/** 14 Nov 2026 11:20, British Time: the full moment, for a tooltip. */
export function formatWithZone(moment: Moment): string {
  const { date, day, time } = read(moment, new Date());
  const name = zone.formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value;
  return `${day} ${time}, ${name}`;
}

function read(moment: Moment, now: Date) {
  const date = new Date(moment);
  const day = dayOf(date);
  return { date, day, time: clock.format(date), today: day === dayOf(now) };
}

const dayOf = (date: Date): string => writeDay(`${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`);

/** The time zone of the browser, like Europe/London. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const listTimeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');
