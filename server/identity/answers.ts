import { type Configuration, errors, type Provider } from 'oidc-provider';
import { isDatabaseUnavailable } from '#server/db/unavailable.ts';
import { type Message, messagePage, type PageFrame } from '#server/identity/sign-in/layout.ts';

export type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/** The server's reply headers do not reach the provider's responses, so they are set here. */
export function answerWithHeaders(headers: Readonly<Record<string, string>>): Middleware {
  return async (ctx, next) => {
    ctx.set({ ...headers });
    await next();
  };
}

/**
 * A sign-in in progress is identified by its cookie only. With a client in the query and no such sign-in, the provider
 * reads missing state, and fails.
 */
export const dropResumeQuery: Middleware = async (ctx, next) => {
  if (ctx.path.startsWith('/authorize/')) ctx.querystring = '';
  await next();
};

/** Errors outside the protocol, and unknown addresses, end in a readable page. */
export function answerWithPages(frame: PageFrame): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const expected = error instanceof errors.OIDCProviderError && error.expose;
      ctx.status = expected ? error.statusCode : 500;
      if (!expected) ctx.app.emit('server_error', ctx, error);
      showMessage(ctx, frame, error, expected ? error.error_description : undefined);
      return;
    }
    if (ctx.status === 404 && ctx.body === undefined) showNotFound(ctx, frame);
  };
}

const RETRY_AFTER_SECONDS = '5';

/**
 * While the database is down every address answers 503. The provider handles errors of its own routes itself with 500;
 * its error events are the only way to learn the cause.
 */
export function answerOutages(provider: Provider, frame: PageFrame): Middleware {
  const failed = new WeakSet<object>();
  provider.on('server_error', (ctx, error) => {
    if (isDatabaseUnavailable(error)) failed.add(ctx);
  });
  return async (ctx, next) => {
    await next();
    if (!failed.has(ctx)) return;
    ctx.remove('Location');
    ctx.set('Retry-After', RETRY_AFTER_SECONDS);
    ctx.status = 503;
    const text = 'The database is not available at the moment. Please try again shortly.';
    if (ctx.accepts('json', 'html') === 'html')
      return show(ctx, frame, { title: 'Sign-in is not possible right now', text });
    ctx.body = { error: 'temporarily_unavailable', error_description: text };
  };
}

export function renderError(frame: PageFrame): NonNullable<Configuration['renderError']> {
  return (ctx, out, error) => showMessage(ctx, frame, error, out.error_description);
}

function showNotFound(ctx: Context, frame: PageFrame): void {
  show(ctx, frame, { title: 'Page not found', text: 'There is no such page at the sign-in.' });
  ctx.status = 404;
}

function showMessage(ctx: Context, frame: PageFrame, error: unknown, detail: string | undefined): void {
  if (error instanceof errors.SessionNotFound) {
    const text = 'It was open for too long, or it was already used. Go back to Lineslip and sign in again.';
    return show(ctx, frame, { title: 'This sign-in has ended', text });
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    const text = 'The address that brought you here is not complete or not allowed. Go back to Lineslip and try again.';
    return show(ctx, frame, { title: 'This request cannot be answered', text, detail });
  }
  const text = 'Something went wrong on the server, not with what you did. Go back to Lineslip and try again.';
  show(ctx, frame, { title: 'Sign-in is not possible right now', text });
}

function show(ctx: Context, frame: PageFrame, message: Message): void {
  const { status } = ctx;
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  ctx.body = messagePage(frame, message);
  ctx.status = status;
}
