import { expect, test } from 'vitest';
import { matchesTag } from './etag.ts';

test.each([
  ['"b"', true],
  ['"a", "b"', true],
  ['W/"a",W/"b" , "c"', true],
  ['"a", "c"', false],
  ['"bb"', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s names the tag "b" by any of its tags: %s', (header, matches) => {
  expect(matchesTag(header, '"b"')).toBe(matches);
});
