import { expect, test } from 'vitest';
import { dialFileName, likelyPair, readVersion, versionWords, withParam } from './detailsAddress.ts';
import { DIAL, versionSummary } from './testing.tsx';

test('only a whole number from 1 is a version', () => {
  const read = (text: string) => readVersion(new URLSearchParams({ version: text }));
  expect(read('5')).toBe(5);
  for (const text of ['0', '-1', '1.5', 'x', '', '99999999999']) expect(read(text)).toBeUndefined();
});

test('changing one part of the URL keeps the others', () => {
  const search = new URLSearchParams('version=5&compare=1..2');
  expect(withParam(search, 'compare', '3..4')).toBe('?version=5&compare=3..4');
  expect(withParam(search, 'version', undefined)).toBe('?compare=1..2');
  expect(withParam(new URLSearchParams('version=5'), 'version', undefined)).toBe('?');
});

test('a version is compared with its predecessor, the first with its successor', () => {
  expect(likelyPair(6, DIAL.versions)).toEqual({ from: 5, to: 6 });
  expect(likelyPair(7, DIAL.versions)).toEqual({ from: 6, to: 7 });
  expect(likelyPair(1, DIAL.versions)).toEqual({ from: 1, to: 2 });
  expect(likelyPair(1, [versionSummary(1)])).toBeUndefined();
});

test('the path names the version', () => {
  const draft = versionSummary(1, { state: 'draft', status: 'draft' });
  expect(versionWords(DIAL)).toBe('Version 6, the newest published');
  expect(versionWords({ ...DIAL, version: 4 })).toBe('Version 4, the newest published is 6');
  expect(versionWords({ ...DIAL, version: 7, state: 'draft' })).toBe('Version 7, the draft that follows version 6');
  expect(versionWords({ version: 1, state: 'draft', versions: [draft] })).toBe('Version 1, not published yet');
});

test('a file is named after the dial and its version', () => {
  expect(dialFileName('Cyber excess, $10m to $50m', 6)).toBe('cyber-excess-10m-to-50m-v6.json');
  expect(dialFileName('D&O WW: état', 1)).toBe('d-and-o-ww-etat-v1.json');
  expect(dialFileName('../../etc/passwd', 2)).toBe('etc-passwd-v2.json');
  expect(dialFileName('!!!', 3)).toBe('dial-v3.json');
});
