import { describe, expect, test } from 'vitest';
import { refusePassword } from './password.ts';

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' };

describe('a new password', () => {
  test.each(['correct horse battery', 'ünïcødé pässphrase', '1234 tangerine dreams', 'x'.repeat(4) + 'yzwvutsr'])(
    '%s is taken',
    (password) => expect(refusePassword(password, ada)).toBeUndefined(),
  );

  test('too short or too long says how long it is; characters are counted, not their code units', () => {
    expect(refusePassword('short', ada)).toBe('Please use at least 12 characters; this has 5.');
    expect(refusePassword('🙂'.repeat(11), ada)).toBe('Please use at least 12 characters; this has 11.');
    expect(refusePassword('abcdef'.repeat(40), ada)).toBe('Please use at most 200 characters; this has 240.');
  });

  test.each(['aaaaaaaaaaaa', 'abcabcabcabc', '------------'])('%s has too few different characters', (password) =>
    expect(refusePassword(password, ada)).toMatch(/different characters/),
  );

  test.each(['ada.lovelace@example.com', 'AdaLovelace1843', 'ada lovelace!!', 'lovelace.ada.lovelace'])(
    '%s is a name or an e-mail',
    (password) => expect(refusePassword(password, ada)).toMatch(/other than your name/),
  );
});
