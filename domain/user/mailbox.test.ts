import { expect, test } from 'vitest';
import { mailboxOf, shareMailbox, warnOfMailbox } from './mailbox.ts';

test.each([
  ['Ada@Example.test', 'ada@example.test'],
  ['ada+one@example.test', 'ada@example.test'],
  ['ada+one+two@example.test', 'ada@example.test'],
  ['a.da@example.test', 'a.da@example.test'],
  ['A.d.a+x@Gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['+one@example.test', '+one@example.test'],
  ['auth0|ann', 'auth0|ann'],
  ['"a@b"@example.test', '"a@b"@example.test'],
  ['@example.test', '@example.test'],
])('[R61] the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
  expect(mailboxOf(mailbox)).toBe(mailbox);
});

test('[R61] another name or another domain is another mailbox', () => {
  expect(shareMailbox('ada@example.test', 'adam@example.test')).toBe(false);
  expect(shareMailbox('ada@example.test', 'ada@example.org')).toBe(false);
});

test('names whose mailbox an address reaches', () => {
  expect(warnOfMailbox([])).toBeUndefined();
  expect(warnOfMailbox(['Ada'])).toContain('the same mailbox as Ada. ');
  expect(warnOfMailbox(['Ada', 'Bob', 'Cy', 'Di'])).toContain('Ada, Bob, Cy and 1 more.');
});
