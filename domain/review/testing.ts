import { type Account, createCircle } from './counterpart.ts';

/** Verified people of our own directory whom nobody introduced, unless a test says otherwise. */
export const makeAccount = (account: Partial<Account> & Pick<Account, 'id'>): Account => ({
  email: `${account.id}@example.test`,
  directory: 'embedded',
  verification: 'mailbox',
  email_verified: false,
  vouched_at: account.introduced_by === undefined ? new Date(0) : null,
  introduced_by: [],
  ...account,
});

export const circleOf = (...accounts: readonly (Partial<Account> & Pick<Account, 'id'>)[]) =>
  createCircle(accounts.map(makeAccount));
