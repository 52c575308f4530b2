import type { Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Directory, DirectoryPerson } from '#server/identity/directory.ts';
import type { PasswordSignIn, SignInOutcome } from '#server/identity/password.sign-in.ts';
import { readForm } from './form.ts';
import {
  type Context,
  goOnAs,
  type Interaction,
  interactionOf,
  type InteractionSteps,
  showPage,
} from './interaction.ts';
import type { PageFrame } from './layout.ts';
import { newPasswordPage, passwordPage } from './password.page.ts';

type PasswordOptions = Readonly<{
  provider: Provider;
  db: Db;
  directory: Directory;
  passwords: PasswordSignIn;
  pages: PageFrame;
}>;

const WRONG = 'E-mail or password is not right. Please try again.';

/** The page that asks for e-mail and password, and where it has to be, for a new one. */
export function passwordSteps({ provider, db, directory, passwords, pages }: PasswordOptions): InteractionSteps {
  const showChange = (ctx: Context, person: DirectoryPerson, refusal?: string) =>
    showPage(ctx, newPasswordPage(pages, { ...FIRST_USE, person, refusal }), refusal === undefined ? 200 : 400);

  async function signIn(ctx: Context, interaction: Interaction, form: URLSearchParams): Promise<void> {
    const email = form.get('email') ?? '';
    const outcome = await passwords.signIn({
      email,
      password: form.get('password') ?? '',
      address: ctx.ip,
    });
    if (outcome.kind !== 'right') return refuse(ctx, email, outcome);
    const { personId, mustChange } = outcome;
    if (!mustChange) return goOnAs({ provider, db, ctx, interaction, personId });
    // Kept with this one sign-in, in the database: whoever has its cookie has just shown the password.
    interaction.result = { [PROVEN]: personId };
    await interaction.persist();
    const person = await directory.find(personId);
    return person ? showChange(ctx, person) : refuse(ctx, email, { kind: 'wrong' });
  }

  function refuse(ctx: Context, email: string, outcome: Exclude<SignInOutcome, { kind: 'right' }>): void {
    if (outcome.kind === 'wrong') return showPage(ctx, passwordPage(pages, { email, refusal: WRONG }), 403);
    ctx.set('Retry-After', String(outcome.retryAfterSeconds));
    showPage(ctx, passwordPage(pages, { email, refusal: waitSentence(outcome.retryAfterSeconds) }), 429);
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
      const refusal = await passwords.change(person, newPasswordOf(form));
      if (refusal !== undefined) return showChange(ctx, person, refusal);
      await goOnAs({ provider, db, ctx, interaction, personId: person.id });
    },
  };
}

export const newPasswordOf = (form: URLSearchParams) => ({
  password: form.get('new_password') ?? '',
  repeated: form.get('repeated') ?? '',
});

/** Who has shown a password that must be changed before the sign-in goes on. */
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

function waitSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `There were too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
}
