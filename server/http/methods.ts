import type { FastifyInstance } from 'fastify';

/** The methods that an address has, in the order of the alphabet; none where nothing answers there. */
export type MethodsOf = (path: string) => readonly string[];

/** Remembers what is registered from now on. What takes every address below its own says itself what it does not have. */
export function watchMethods(app: FastifyInstance): MethodsOf {
  const plain = new Map<string, Set<string>>();
  const patterns: { url: string; methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat();
    if (url.includes('*')) return;
    if (url.includes(':')) patterns.push({ url, methods });
    else plain.set(url, new Set([...(plain.get(url) ?? []), ...methods]));
  });
  return (path) => {
    const matching = patterns.filter(({ url }) => matches(url, path)).flatMap(({ methods }) => methods);
    return [...new Set([...(plain.get(path) ?? []), ...matching])].toSorted();
  };
}

/** "/api/dials/:dialId": a parameter is anything up to the next slash. */
function matches(url: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = url.split('/');
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index]);
}
