import { nextDay } from '#domain/day/day.ts';

/** An event that lasts one day. The same `uid` is the same event, whatever else changes. */
export type CalendarEvent = Readonly<{ uid: string; day: string; summary: string; description: string; url: string }>;
type Calendar = Readonly<{ name: string; at: Date; events: readonly CalendarEvent[] }>;

const MAX_LINE_OCTETS = 75;
/** How often calendars should fetch it again. */
const REFRESH = 'PT1H';

/** A calendar of all-day events as RFC 5545 has it, with the name and the interval of RFC 7986. */
export function writeCalendar({ name, at, events }: Calendar): string {
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lineslip//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(({ uid, day, summary, description, url }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${writeDate(day)}`,
      // The end is exclusive.
      `DTEND;VALUE=DATE:${writeDate(nextDay(day))}`,
      `SUMMARY:${escapeText(summary)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
      `URL:${url}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

// oxlint-disable-next-line no-control-regex -- Text cannot contain them.
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** Backslash, semicolon, comma and line breaks are escaped. Control characters are left out. */
export const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Breaks a line so that none has more than 75 octets, and no character is cut. Each further one starts with a space. */
export function foldLine(line: string): string {
  let [folded, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}

const writeDate = (day: string): string => day.replaceAll('-', '');
