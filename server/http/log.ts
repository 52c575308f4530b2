import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

/** Where the lines of the log go; without one, to the standard output. */
export type LogStream = Readonly<{ write: (line: string) => void }>;

/**
 * At no level does the log name what only one person may know. Addresses carry authorization codes in their query and
 * invitations in their path, so that a request is told by its method and its route alone.
 */
export function logOptions(level: string, stream: LogStream | undefined): NonNullable<FastifyServerOptions['logger']> {
  if (level === 'silent') return false;
  return {
    level,
    serializers: { req: describeRequest, res: describeReply, err: describeError },
    ...(stream && { stream }),
  };
}

const describeRequest = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' });
const describeReply = ({ statusCode = 0 }: Partial<FastifyReply>) => ({ statusCode });

/** Not every member of an error: those of the database quote whole rows. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' };
  const { name, message, stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: name, message: redact(message), stack: redact(stack), ...code };
}

const QUERY = /(\/[^\s?"'`]*)\?[^\s"'`]+/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const redact = (text: string): string => text.replaceAll(QUERY, '$1?…').replaceAll(TOKEN, '…');
