import { expect, test } from 'vitest';
import { refuseWeakPassword } from './password.strength.ts';

const ada = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' };

test.each([
  ['123456789012', 'it is on a list of common passwords, or made of them'],
  ['password1234', 'it is on a list of common passwords, or made of them'],
  ['abcdefghijkl', 'its characters follow each other, like abc or 123'],
  ['xyxyxyxyxyxyxyxy', 'it repeats itself'],
  ['LineslipLineslip', 'it is made of your name, your e-mail or the name Lineslip'],
  ['LovelaceAda12', 'it is made of your name, your e-mail or the name Lineslip'],
])('%s is refused: %s', async (password, reason) => {
  expect(await refuseWeakPassword(password, ada)).toBe(
    `This is easy to guess: ${reason}. Please use a few words that do not belong together.`,
  );
});

test.each(['correct horse battery', 'four small grey doors', 'aB3$kd92lqPz', 'ünïcødé pässphrase'])(
  '%s is hard to guess, and accepted',
  async (password) => expect(await refuseWeakPassword(password, ada)).toBeUndefined(),
);

test('a new password of 200 characters is judged by its beginning', async () => {
  expect(await refuseWeakPassword('a'.repeat(200), ada)).toMatch(/repeats itself/);
  expect(await refuseWeakPassword('four small grey doors '.repeat(9), ada)).toBeUndefined();
});
