import { expect, test } from 'vitest';
import { dialFileName } from './dialFile.ts';
import { windowWords } from './windowWords.ts';

test('[DW1] a file goes by the name and version of the dial', () => {
  expect(dialFileName('Cyber excess, $10m to $50m', 6)).toBe('cyber-excess-10m-to-50m-v6.json');
  expect(dialFileName('D&O WW: état', 1)).toBe('d-and-o-ww-etat-v1.json');
  expect(dialFileName('../../etc/passwd', 2)).toBe('etc-passwd-v2.json');
  expect(dialFileName('!!!', 3)).toBe('dial-v3.json');
});

test.each([
  ['2026-11-01', '2027-11-01', 'Ends in 350 days'],
  ['2026-11-01', '2026-11-17', 'Ends tomorrow'],
  ['2026-11-01', '2026-11-16', 'Ended today'],
  ['2026-11-01', '2026-11-15', 'Ended yesterday'],
  ['2026-11-16', null, 'Started today'],
  ['2026-11-17', null, 'Starts tomorrow'],
  ['2026-12-01', '2027-12-01', 'Starts in 15 days'],
  [null, '2026-11-20', 'Ends in 4 days'],
  ['2026-11-01', null, 'Started 15 days ago'],
  [null, null, 'No window is set'],
])('[DW2] on 16 Nov 2026 the window from %s to %s: %s', (active_from, active_until, words) => {
  expect(windowWords({ active_from, active_until }, '2026-11-16')).toBe(words);
});
