/** Demo people, passwords, or a hosted tenant. */
export const SIGN_IN_MODES = ['demo', 'password', 'tenant'] as const;
export type SignInMode = (typeof SIGN_IN_MODES)[number];

export const isSignInMode = (word: string): word is SignInMode => (SIGN_IN_MODES as readonly string[]).includes(word);

export const MODE_SETTINGS: Readonly<Record<SignInMode, string>> = {
  demo: 'Leave out SIGN_IN and AUTH_DOMAIN',
  password: 'Set SIGN_IN=password and leave out AUTH_DOMAIN',
  tenant: 'Set AUTH_DOMAIN, AUTH_CLIENT_ID and AUTH_AUDIENCE, and leave out SIGN_IN',
};

export const MODE_NAMES: Readonly<Record<SignInMode, string>> = {
  demo: 'the demo sign-in',
  password: 'passwords',
  tenant: 'a hosted tenant',
};

type Start = Readonly<{
  /** The mode of this database; undefined before its first start. */
  kept: SignInMode | undefined;
  wanted: SignInMode;
  /** Whether there are non-demo people. */
  hasRealPeople: boolean;
}>;

/** The demo sign-in lets anyone be anyone, so it is refused where there are real people. */
export const refuseDemo = (hasRealPeople: boolean): string | undefined =>
  hasRealPeople
    ? 'This database has people who are not demo people, and the demo sign-in would let anyone be any of them.'
    : undefined;

/** Why the server refuses to start in this mode; undefined if it may. */
export function refuseStart({ kept, wanted, hasRealPeople }: Start): string | undefined {
  if (kept !== undefined && kept !== wanted) {
    const change = `To change it for good, stop every server and run: npm run users -- mode ${wanted}.`;
    const refused = wanted === 'demo' && hasRealPeople;
    return (
      `This database is set up for ${MODE_NAMES[kept]}, and the settings ask for ${MODE_NAMES[wanted]}. ` +
      `${MODE_SETTINGS[kept]}.${refused ? '' : ` ${change}`}`
    );
  }
  const refusal = wanted === 'demo' ? refuseDemo(hasRealPeople) : undefined;
  return refusal && `${refusal} ${MODE_SETTINGS.password}, or set AUTH_DOMAIN to sign in with a hosted tenant.`;
}
