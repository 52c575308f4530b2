import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { MethodsOf } from './methods.ts';
import { sendProblem } from './problem-reply.ts';
import { type HeaderOptions, securityHeaders } from './security-headers.ts';

/** Vite writes this wherever a nonce belongs; each response replaces it. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';
/** The files that the page of each address needs, written by the build. */
const PAGE_FILES = 'pages.json';
const YEAR = 31_536_000;

export type ScreenOptions = Readonly<{
  webRoot: string;
  publicUrl: string;
  headers: HeaderOptions;
  methodsOf: MethodsOf;
}>;

/** The built web app: hashed files are cached forever; any other address gets the page. */
export function serveScreens(app: FastifyInstance, { webRoot, publicUrl, headers, methodsOf }: ScreenOptions): void {
  const index = join(webRoot, 'index.html');
  const built = existsSync(index);
  const pageOf = built ? readPages(webRoot, readFileSync(index, 'utf8')) : () => [];
  // The page is never a static file: without its nonce its styles would be blocked.
  const files = { root: webRoot, index: false as const, globIgnore: ['index.html', PAGE_FILES], wildcard: false };
  if (built) app.register(fastifyStatic, { ...files, preCompressed: true, setHeaders });

  app.setNotFoundHandler(async (request, reply) => {
    const allowed = OURS.test(pathOf(request)) ? methodsOf(pathOf(request)) : PAGE_METHODS;
    if (allowed.length > 0 && !allowed.includes(request.method))
      return sendProblem(reply.header('allow', allowed.join(', ')), wrongMethod(request, allowed));
    if (!wantsPage(request)) throw new Problem('not-found', `Nothing answers ${request.method} ${pathOf(request)}.`);
    // Browsers read two leading slashes as a host name.
    if (request.url.startsWith('//')) return reply.redirect(request.url.replace(/^\/+/, '/'));
    const home = canonicalAddress(request, publicUrl);
    if (home) return reply.redirect(home);
    if (!built) throw new Problem('not-found', 'The screens are not built. Run npm start, or npm run dev.');
    return sendPage(reply, pageOf(pathOf(request)), headers);
  });
}

/** The document of each address, split at the nonces, with preload links for the files of its page. */
function readPages(webRoot: string, document: string): (path: string) => readonly string[] {
  const files = JSON.parse(readFileSync(join(webRoot, PAGE_FILES), 'utf8')) as Readonly<Record<string, string[]>>;
  const pages = Object.entries(files).map(([path, names]) => ({
    matches: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    parts: withLinks(document, names).split(NONCE_PLACEHOLDER),
  }));
  const other = document.split(NONCE_PLACEHOLDER);
  return (path) => pages.find(({ matches }) => matches.test(path))?.parts ?? other;
}

function withLinks(document: string, names: readonly string[]): string {
  const missing = names.filter((name) => !document.includes(`"/${name}"`));
  const links = missing.map((name) => `<link rel="modulepreload" href="/${name}">`);
  return document.replace('</head>', `${links.join('')}</head>`);
}

function sendPage(reply: FastifyReply, page: readonly string[], headers: HeaderOptions): FastifyReply {
  const styleNonce = randomBytes(16).toString('base64');
  return reply
    .headers(securityHeaders({ ...headers, styleNonce }))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.join(styleNonce));
}

function setHeaders(reply: FastifyReply, path: string): void {
  const hashed = path.includes('/assets/');
  reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=300');
}

/** Not pages of the web app; /api/docs is one. */
const OURS = /^\/(api(?!\/docs\/?$)|idp|analytics|assets)(\/|$)/;
const PAGE_METHODS: readonly string[] = ['GET', 'HEAD'];
const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '/';

const wrongMethod = (request: FastifyRequest, allowed: readonly string[]): Problem =>
  new Problem('method-not-allowed', `${pathOf(request)} takes ${allowed.join(', ')}, not ${request.method}.`);

function wantsPage(request: FastifyRequest): boolean {
  return (
    PAGE_METHODS.includes(request.method) &&
    !OURS.test(pathOf(request)) &&
    (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  );
}

/** 127.0.0.1 is another origin than localhost: a sign-in started there would not come back. */
function canonicalAddress(request: FastifyRequest, publicUrl: string): string | undefined {
  const loopback = ['127.0.0.1', '::1', '[::1]'].includes(request.hostname);
  return loopback && new URL(publicUrl).hostname === 'localhost' ? publicUrl + request.url : undefined;
}
