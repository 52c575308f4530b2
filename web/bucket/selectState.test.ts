import { expect, test } from 'vitest';
import { readSelectState, writeSelectState } from './selectState.ts';

test.each(['', 'tab=draft', 'tab=pending_review&q=cyber', 'q=9101&cob=flood', 'tab=active&layer=newer'])(
  'the URL is restored: ?%s',
  (search) => {
    expect(writeSelectState(readSelectState(new URLSearchParams(search))).toString()).toBe(search);
  },
);

test('unknown values are ignored', () => {
  const state = readSelectState(new URLSearchParams('tab=gone&cob=poetry&q=%20%20&layer=colour'));
  expect(state).toEqual({ tab: 'all', q: '', cob: undefined, layer: 'appetite' });
  expect(writeSelectState(state).toString()).toBe('');
});
