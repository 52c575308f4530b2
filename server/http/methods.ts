import type { FastifyInstance } from 'fastify';

/** The methods of a path, sorted; empty if nothing answers there. */
export type MethodsOf = (path: string) => readonly string[];

/** Records routes registered from now on. Wildcard routes report unknown paths themselves. */
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

/** "/api/dials/:dialId": a parameter matches up to the next slash. */
function matches(url: string, path: string): boolean {
  const parts = path.split('/');
  const segments = url.split('/');
  return (
    segments.length === parts.length && segments.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}
