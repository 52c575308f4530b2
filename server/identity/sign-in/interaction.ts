import { errors, type Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import type { Middleware } from '#server/identity/answers.ts';
import { endSession } from '#server/identity/adapter.ts';
import type { IncomingMessage } from 'node:http';

export type Context = Parameters<Middleware>[0];
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One page of a sign-in, by the id in its address. */
export type InteractionHandlers = Readonly<{
  show: (ctx: Context, uid: string) => Promise<void>;
  submit: (ctx: Context, uid: string) => Promise<void>;
}>;

/** The page works only with the cookie of its sign-in, and for forms of this site. */
export function interactionRoutes({ show, submit }: InteractionHandlers, origin: string): Middleware {
  return async (ctx, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(ctx.path)?.[1];
    if (!uid) return next();
    if (ctx.method === 'POST') {
      requireSameOrigin(ctx, origin);
      return submit(ctx, uid);
    }
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return show(ctx, uid);
    return next();
  };
}

export async function interactionOf(provider: Provider, ctx: Context, uid: string): Promise<Interaction> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res);
  if (interaction.uid !== uid) throw new errors.SessionNotFound('This page belongs to another sign-in.');
  return interaction;
}

type SignIn = Readonly<{ provider: Provider; db: Db; ctx: Context; interaction: Interaction; personId: string }>;

/** Continues as this person. Ends the session of anyone else in this browser. */
export async function continueAs({ provider, db, ctx, interaction, personId }: SignIn): Promise<void> {
  if (interaction.session && interaction.session.accountId !== personId) {
    await endSession(db, await provider.Session.get(ctx));
    delete interaction.session;
    await interaction.persist();
  }
  ctx.status = 303;
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login: { accountId: personId } }));
}

export function showPage(ctx: Context, page: string, status = 200): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  ctx.body = page;
  ctx.status = status;
}

/** Browsers report the source of a form. Origin is `null` under a strict referrer policy, so it is checked second. */
export function requireSameOrigin(ctx: Context, origin: string): void {
  const site = ctx.get('Sec-Fetch-Site');
  const same = site ? site === 'same-origin' : ctx.get('Origin') === origin;
  if (!same) throw new errors.InvalidRequest('The form came from another site.');
}

const LIMIT_BYTES = 8_192;

/** Reads a submitted form. It has a few short fields, so anything long is rejected early. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw new errors.InvalidRequest('The form is too long.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
