import type { Middleware } from '#server/identity/answers.ts';
import type { InvitationState, InvitedPerson } from '#server/identity/invitation.ts';
import type { PasswordSignIn } from '#server/identity/password.sign-in.ts';
import { readForm, requireSameOrigin, showPage } from './interaction.ts';
import { type Message, messagePage, type PageFrame } from './layout.ts';
import { newPasswordPage } from './password.page.ts';
import { BUSY, newPasswordOf, renderBusy } from './password.routes.ts';

type InvitationOptions = Readonly<{ passwords: PasswordSignIn; pages: PageFrame; origin: string }>;

/** The target of a one-time link: whoever has it sets the password of its person. */
export function invitationRoutes({ passwords, pages, origin }: InvitationOptions): Middleware {
  const ask = (person: InvitedPerson, refusal?: string) => newPasswordPage(pages, { ...WELCOME, person, refusal });

  return async (ctx, next) => {
    const token = /^\/invitation\/([\w-]{1,100})$/.exec(ctx.path)?.[1];
    if (!token) return next();
    if (ctx.method === 'GET' || ctx.method === 'HEAD') {
      const state = await passwords.readInvitation(token);
      if (state.usable) return showPage(ctx, ask(state.person));
      return showPage(ctx, messagePage(pages, explainEnd(state)), state.because === 'unknown' ? 404 : 410);
    }
    if (ctx.method !== 'POST') return next();
    requireSameOrigin(ctx, origin);
    const newPassword = newPasswordOf(ctx, await readForm(ctx.req));
    const accepting = passwords.accept(token, newPassword).catch(async (error: unknown) => {
      const busy = renderBusy(ctx, error);
      return { state: await passwords.readInvitation(token), refusal: busy };
    });
    const { state, refusal } = await accepting;
    if (!state.usable)
      return showPage(ctx, messagePage(pages, explainEnd(state)), state.because === 'unknown' ? 404 : 410);
    if (refusal !== undefined) return showPage(ctx, ask(state.person, refusal), refusal === BUSY ? 429 : 400);
    showPage(ctx, messagePage(pages, DONE));
  };
}

const WELCOME = {
  title: 'Set your password',
  lead: 'Welcome to Lineslip. Choose the password you will sign in with.',
  action: 'Set password',
} as const;

const DONE: Message = {
  title: 'Your password is set.',
  text: 'You can sign in with your e-mail and this password now.',
  action: 'Go to Lineslip',
};

function explainEnd({ because, ask }: Extract<InvitationState, { usable: false }>): Message {
  const why = {
    unknown: 'There is no such link, or it is not complete.',
    used: 'It was used already, or a newer one took its place.',
    expired: 'It was good for 72 hours, which are over.',
  }[because];
  return { title: 'This link cannot be used', text: `${why} Please ask ${ask ?? 'an administrator'} for a new one.` };
}
