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
export type UnverifiedPerson = Readonly<{ link: Readonly<{ shownTo: string | null }> | null }>;

export function explainUnverified({ link }: UnverifiedPerson): string {
  if (link === null) return 'They have not used a sign-in link yet.';
  return link.shownTo === null
    ? 'Their sign-in link was shown at the command line.'
    : `Their sign-in link was shown to ${link.shownTo}.`;
}

/** Shown to unverified people before they vote. */
export const VOTE_NOT_COUNTED =
  'Your vote will be shown but not counted, because your identity is not verified. Ask an administrator who did not invite you to confirm it.';

/** Who added or invited whom; `by` is null for the command line. */
export type Introduction = Readonly<{ by: string | null; to: string }>;

export type ConfirmationRequest = Readonly<{
  actor: Readonly<{ id: string; isVerified: boolean }>;
  personId: string;
  /** Of both people. */
  introductions: readonly Introduction[];
}>;

/** Why the actor cannot confirm this person; undefined if they can. */
export function refuseConfirmation({ actor, personId, introductions }: ConfirmationRequest): string | undefined {
  if (actor.id === personId) return 'You cannot confirm your own identity. Ask another administrator.';
  if (!actor.isVerified)
    return 'Your own identity is not verified, so you cannot confirm anyone else. Ask another administrator.';
  const introducersOf = (id: string) => introductions.filter(({ to }) => to === id).flatMap(({ by }) => by ?? []);
  const introducers = introducersOf(personId);
  const ownIntroducers = introducersOf(actor.id);
  if (introducers.includes(actor.id)) return 'You added or invited this person. Someone else must confirm them.';
  if (ownIntroducers.includes(personId)) return 'This person added or invited you. Someone else must confirm them.';
  if (introducers.some((id) => ownIntroducers.includes(id)))
    return 'You were added or invited by the same person. Someone else must confirm them.';
  return undefined;
}
