import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '#contract/problem.ts';
import { renderProblem } from './problem-reply.ts';

/** Errors of Node's HTTP parser never reach a hook, so they are answered on the socket. */
export function answerParserErrors(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (socket.writable && error.code !== 'ECONNRESET' && !hasBegunToAnswer(socket))
      socket.write(writeAnswer(problemOf(error.code), headers));
    socket.destroy();
  };
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The address and the headers are longer than this server reads.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('timeout', 'The request did not arrive in time. Please send it again.');
    default:
      return new Problem('invalid-input', 'This could not be read as HTTP.');
  }
}

function writeAnswer(problem: Problem, headers: Readonly<Record<string, string>>): string {
  const { status, body, headers: own } = renderProblem(problem, { headers: {} });
  const all = { ...headers, ...own, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

/** Node's current response. A second one in the middle of it would be read as its content. */
function hasBegunToAnswer(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
