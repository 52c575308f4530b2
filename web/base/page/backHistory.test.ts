import { expect, test } from 'vitest';
import { moveOn, type BackHistory, type Visit } from './recent.ts';

const visit = (path: string, query = ''): Visit => ({ path, address: path + query, name: path.slice(1) || 'Home' });
const home = visit('/');
const dials = visit('/dials');
const dial = visit('/dials/7');

test('Back leads to the page that was left, with its query', () => {
  const filtered = visit('/dials', '?tab=draft');
  expect(moveOn([home], filtered, dial, false)).toEqual([home, filtered]);
});

test('going back removes it, whichever button was used', () => {
  expect(moveOn([home, dials], dial, dials, false)).toEqual([home]);
});

test('another query of the same page is no visit', () => {
  expect(moveOn([home], dials, visit('/dials', '?q=cyber'), false)).toEqual([home]);
});

test('a redirect leaves no visit', () => {
  expect(moveOn([home], visit('/syndicate/9101'), visit('/syndicate/9101/bucket'), true)).toEqual([home]);
});

test('keeps the newest twenty', () => {
  let history: BackHistory = [];
  for (let n = 0; n < 30; n += 1) history = moveOn(history, visit(`/dials/${n}`), visit(`/dials/${n + 1}`), false);
  expect(history).toHaveLength(20);
  expect(history.at(-1)?.path).toBe('/dials/29');
});
