import { errors, type Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Middleware } from '#server/identity/answers.ts';
import type { Directory } from '#server/identity/directory.ts';
import { MOUNT_PATH } from '#server/identity/provider.settings.ts';
import { endSession } from '#server/identity/session.ts';
import type { PageFrame } from './layout.ts';
import { readForm } from './form.ts';
import { signInPage } from './sign-in.page.ts';

type SignInOptions = Readonly<{
  provider: Provider;
  db: Db;
  directory: Directory;
  pages: PageFrame;
  /** The one origin whose pages may submit the form. */
  origin: string;
}>;

type Context = Parameters<Middleware>[0];

/** The page that asks who one is. It works only with the cookie of the sign-in it belongs to. */
export function signInRoutes({ provider, db, directory, pages, origin }: SignInOptions): Middleware {
  return async (ctx, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(ctx.path)?.[1];
    if (!uid) return next();
    if (ctx.method === 'POST') return submit(ctx, uid);
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return show(ctx, uid);
    return next();
  };

  async function show(ctx: Context, uid: string): Promise<void> {
    await interactionOf(ctx, uid);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = signInPage(pages, await directory.list());
  }

  async function submit(ctx: Context, uid: string): Promise<void> {
    if (!isSameOrigin(ctx, origin)) throw new errors.InvalidRequest('The form came from another site.');
    const interaction = await interactionOf(ctx, uid);
    const person = await directory.find((await readForm(ctx.req)).get('account') ?? '');
    ctx.status = 303;
    if (!person) return ctx.redirect(`${MOUNT_PATH}/interaction/${uid}`);
    if (interaction.session && interaction.session.accountId !== person.id) {
      await endSession(db, await provider.Session.get(ctx));
      delete interaction.session;
      await interaction.persist();
    }
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId: person.id } }));
  }

  async function interactionOf(ctx: Context, uid: string) {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid !== uid) throw new errors.SessionNotFound('This page belongs to another sign-in.');
    return interaction;
  }
}

/** Browsers say where a form comes from. Origin is `null` under a strict referrer policy, so it is only asked second. */
function isSameOrigin(ctx: Context, origin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site ? site === 'same-origin' : ctx.get('Origin') === origin;
}
