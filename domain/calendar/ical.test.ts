import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeText, foldLine, writeCalendar } from './ical.ts';

const AT = new Date('2026-11-18T09:05:07.123Z');
const EVENT = {
  uid: 'go-live-1@lineslip.example',
  day: '2026-12-31',
  summary: 'Cyber, 9101 Alder goes live',
  description: '',
  url: 'https://lineslip.example/syndicate/9101/bucket/cyber/draft',
};

/** As a reader of RFC 5545 does it. */
const unfold = (text: string): string => text.replaceAll('\r\n ', '');
const unescape = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' || escaped === 'N' ? '\n' : escaped));
const octetsOf = (line: string): number => new TextEncoder().encode(line).length;

test('a day is an event from it to the next, with a stable id', () => {
  expect(writeCalendar({ name: 'Lineslip', at: AT, events: [EVENT] }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lineslip//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Lineslip',
    'X-WR-CALNAME:Lineslip',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:go-live-1@lineslip.example',
    'DTSTAMP:20261118T090507Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    String.raw`SUMMARY:Cyber\, 9101 Alder goes live`,
    'URL:https://lineslip.example/syndicate/9101/bucket/cyber/draft',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('[R48] any text is read back as it was, and no line has more than 75 octets or ends inside a character', () => {
  const character = fc.oneof(
    fc.constantFrom('\\', ';', ',', '\n', ':', ' ', 'ü', '語', '🛳'),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(character, { maxLength: 300 }), (parts) => {
      // oxlint-disable-next-line no-control-regex -- Text cannot contain them.
      const text = parts.join('').replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');
      const written = writeCalendar({ name: text, at: AT, events: [{ ...EVENT, summary: text, description: text }] });
      const lines = written.split('\r\n');
      expect(Math.max(...lines.map(octetsOf))).toBeLessThanOrEqual(75);
      expect(lines.join('')).not.toMatch(/[\r\n]/);
      expect(lines.every((line) => line.isWellFormed())).toBe(true);
      const read = unfold(written).split('\r\n');
      const valuesOf = (name: string) =>
        read.filter((line) => line.startsWith(`${name}:`)).map((line) => unescape(line.slice(name.length + 1)));
      expect(valuesOf('SUMMARY')).toEqual([text]);
      expect(valuesOf('NAME')).toEqual([text]);
      if (text !== '') expect(valuesOf('DESCRIPTION')).toEqual([text]);
    }),
  );
});

test('text cannot start a line of its own', () => {
  expect(escapeText('x\r\nATTENDEE:mailto:a@b\rEND:VEVENT\u0000')).toBe(String.raw`x\nATTENDEE:mailto:a@b\nEND:VEVENT`);
});

test('a line of exactly 75 octets is not folded', () => {
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
  expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  expect(foldLine(`${'x'.repeat(74)}ü`)).toBe(`${'x'.repeat(74)}\r\n ü`);
});
