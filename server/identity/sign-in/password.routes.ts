import type { Provider } from 'oidc-provider';
import { waitSentence } from '#domain/user/sign-in-delay.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/client-address.ts';
import type { DeviceCookies } from '#server/identity/device-cookie.ts';
import type { Directory, DirectoryPerson } from '#server/identity/directory.ts';
import { HashQueueFull } from '#server/identity/hash-queue.ts';
import type { PasswordSignIn, SignInOutcome } from '#server/identity/password.sign-in.ts';
import {
  type Context,
  continueAs,
  type Interaction,
  interactionOf,
  type InteractionHandlers,
  readForm,
  showPage,
} from './interaction.ts';
import type { PageFrame } from './layout.ts';
import { newPasswordPage, passwordPage } from './password.page.ts';

type PasswordOptions = Readonly<{
  provider: Provider;
  db: Db;
  directory: Directory;
  passwords: PasswordSignIn;
  devices: DeviceCookies;
  pages: PageFrame;
}>;

const WRONG = 'E-mail or password is not right. Please try again.';
/** Shown when too many passwords are waiting to be checked. */
export const BUSY = 'Many people are signing in at this moment. Please try again in a few seconds.';

/** The page that asks for e-mail and password and, if required, for a new one. */
export function passwordSteps(options: PasswordOptions): InteractionHandlers {
  const { provider, db, directory, passwords, devices, pages } = options;
  const showChange = (ctx: Context, person: DirectoryPerson, refusal?: string, status = 400) =>
    showPage(ctx, newPasswordPage(pages, { ...FIRST_USE, person, refusal }), refusal === undefined ? 200 : status);

  function continueSignIn(ctx: Context, interaction: Interaction, personId: string): Promise<void> {
    devices.give(ctx, personId);
    return continueAs({ provider, db, ctx, interaction, personId });
  }

  async function signIn(ctx: Context, interaction: Interaction, form: URLSearchParams): Promise<void> {
    const email = form.get('email') ?? '';
    const outcome = await passwords.signIn({
      email,
      password: form.get('password') ?? '',
      address: networkOf(ctx.ip),
      deviceOf: (personId) => devices.read(ctx, personId),
    });
    if (outcome.kind !== 'right') return refuse(ctx, email, outcome);
    const { personId, mustChange } = outcome;
    if (!mustChange) return continueSignIn(ctx, interaction, personId);
    // Stored with this sign-in in the database: whoever has its cookie has just entered the password.
    interaction.result = { [PROVEN]: personId };
    await interaction.persist();
    const person = await directory.find(personId);
    return person ? showChange(ctx, person) : refuse(ctx, email, { kind: 'wrong' });
  }

  function refuse(ctx: Context, email: string, outcome: Exclude<SignInOutcome, { kind: 'right' }>): void {
    if (outcome.kind === 'wrong') return showPage(ctx, passwordPage(pages, { email, refusal: WRONG }), 403);
    ctx.set('Retry-After', String(outcome.retryAfterSeconds));
    const refusal = outcome.kind === 'busy' ? BUSY : waitSentence(outcome.retryAfterSeconds);
    showPage(ctx, passwordPage(pages, { email, refusal }), 429);
  }

  return {
    async show(ctx, uid) {
      const person = await directory.find(provenOf(await interactionOf(provider, ctx, uid)));
      if (person) return showChange(ctx, person);
      showPage(ctx, passwordPage(pages, { email: '' }));
    },

    async submit(ctx, uid) {
      const interaction = await interactionOf(provider, ctx, uid);
      const form = await readForm(ctx.req);
      const person = await directory.find(provenOf(interaction));
      if (!person) return signIn(ctx, interaction, form);
      const change = passwords.change(person, newPasswordOf(ctx, form));
      const refusal = await change.catch((error: unknown) => renderBusy(ctx, error));
      if (refusal !== undefined) return showChange(ctx, person, refusal, refusal === BUSY ? 429 : 400);
      await continueSignIn(ctx, interaction, person.id);
    },
  };
}

export const newPasswordOf = (ctx: Context, form: URLSearchParams) => ({
  password: form.get('new_password') ?? '',
  repeated: form.get('repeated') ?? '',
  address: networkOf(ctx.ip),
});

/** Says when to retry, if that is the only problem. */
export function renderBusy(ctx: Context, error: unknown): typeof BUSY {
  if (!(error instanceof HashQueueFull)) throw error;
  ctx.set('Retry-After', String(error.retryAfterSeconds));
  return BUSY;
}

/** Who has entered a password that must be changed before the sign-in continues. */
const PROVEN = 'password_shown_by';
function provenOf({ result }: Interaction): string {
  const id = result?.[PROVEN];
  return typeof id === 'string' ? id : '';
}

const FIRST_USE = {
  title: 'Choose a new password',
  lead: 'The password you were given is for one use. Please choose your own before you go on.',
  action: 'Set password and go on',
} as const;
