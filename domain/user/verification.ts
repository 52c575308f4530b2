/**
 * How an account was verified to belong to the person it names. An administrator who sees a sign-in link could use it, so a
 * person whose link was shown to someone is unverified until a second person or the command line confirms them. Votes of
 * unverified people are shown but not counted.
 */
export const VERIFICATION_METHODS = ['demo', 'tenant', 'mailbox', 'colleague', 'command_line'] as const;
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

export const VERIFICATION_TEXT = {
  demo: 'Invented for the demo',
  tenant: 'Signed in through the hosted tenant',
  mailbox: 'The sign-in link went to their mailbox',
  colleague: 'Confirmed by a second person',
  command_line: 'Confirmed at the command line',
} as const satisfies Record<VerificationMethod, string>;

/** `link`: the one used to set the password, and who saw it. */
export type UnverifiedPerson = Readonly<{
  link: Readonly<{ shownTo: string | null }> | null;
  /** Known from a hosted tenant. */
  isHosted: boolean;
  /** Whether it is known who added them, or that nobody did. */
  isOriginKnown: boolean;
}>;

export function explainUnverified({ link, isHosted, isOriginKnown }: UnverifiedPerson): string {
  if (isHosted) return 'The tenant does not call their e-mail address verified.';
  if (!isOriginKnown) return 'It is not known who added them: an older version of Lineslip did.';
  if (link === null) return 'They have not used a sign-in link yet.';
  return link.shownTo === null
    ? 'Their sign-in link was shown at the command line.'
    : `Their sign-in link was shown to ${link.shownTo}.`;
}

/** For somebody who is verified, but only by those who introduced them. */
export function explainUnconfirmed(introducers: readonly Readonly<{ name: string }>[], isHosted: boolean): string {
  const names = introducers.map(({ name }) => name);
  const who = names.length < 2 ? (names[0] ?? 'Somebody') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const what = isHosted ? 'confirmed' : 'added or invited';
  return `${who} ${what} them. Until somebody else confirms who they are, they all count as one person.`;
}

/** Shown to unverified people before they vote. */
export const VOTE_NOT_COUNTED =
  'Your vote will be shown but not counted, because your identity is not verified. Ask an administrator who did not invite you to confirm it.';
