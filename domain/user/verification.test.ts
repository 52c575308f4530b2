import { expect, test } from 'vitest';
import { explainUnconfirmed, explainUnverified } from './verification.ts';

test.each([
  [null, false, 'They have not used a sign-in link yet.'],
  [{ shownTo: 'Ada Admin' }, false, 'Their sign-in link was shown to Ada Admin.'],
  [{ shownTo: null }, false, 'Their sign-in link was shown at the command line.'],
  [null, true, 'The tenant does not call their e-mail address verified.'],
])('says why someone is not verified: %j', (link, isHosted, sentence) => {
  expect(explainUnverified({ link, isHosted, isOriginKnown: true })).toBe(sentence);
});

test('says that an older version added somebody', () => {
  expect(explainUnverified({ link: null, isHosted: false, isOriginKnown: false })).toContain(
    'not known who added them',
  );
});

test('says who introduced somebody whom nobody else has confirmed', () => {
  expect(explainUnconfirmed([{ name: 'Ada' }, { name: 'Bob' }], false)).toBe(
    'Ada and Bob added or invited them. Until somebody else confirms who they are, they all count as one person.',
  );
});
