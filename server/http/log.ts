import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

/** The log destination; standard output by default. */
export type LogStream = Readonly<{ write: (line: string) => void }>;

/**
 * The log contains no personal secrets at any level. URLs contain authorization codes and invitations, so requests are
 * logged by method and route only.
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

/** Only selected properties of an error: database errors quote whole rows. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' };
  const { name, message, stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: name, message: redact(message), stack: redact(stack), ...code };
}

const QUERY = /(\/[^\s?"'`]*)\?[^\s"'`]+/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const redact = (text: string): string => text.replaceAll(QUERY, '$1?…').replaceAll(TOKEN, '…');
