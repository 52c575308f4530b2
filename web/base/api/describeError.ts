import { Problem } from '#contract/problem.ts';

const UNREACHABLE = 'The server could not be reached. Please try again in a moment.';

/** The sign-in service's error codes, and what to do. The first four are transient. */
const AWAY = 'The sign-in service could not be reached. Please try again in a moment.';
const ENDED = 'Invalid state. This sign-in was begun elsewhere or has ended already. Sign in again.';
const IDENTITY: Readonly<Record<string, string>> = {
  timeout: 'The sign-in service did not answer in time. Please try again in a moment.',
  request_error: AWAY,
  server_error: AWAY,
  temporarily_unavailable: AWAY,
  mfa_required: 'The sign-in service asks for a second proof that it is you. Sign in again to give it.',
  state_mismatch: ENDED,
  missing_transaction: ENDED,
  cancelled: 'Popup closed. Sign in again.',
};
const PASSING = new Set(Object.keys(IDENTITY).slice(0, 4));

/** An error code of the sign-in service or its library. */
export function identityCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'error' in error ? String(error.error) : undefined;
}

/** A retry will not help: the person has to sign in. */
export function needsSignIn(error: unknown): boolean {
  if (error instanceof Problem) return error.kind === 'not-signed-in';
  const code = identityCode(error);
  return code !== undefined && !PASSING.has(code);
}

/** Whether the browser got no answer at all: the server did not refuse. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Problem || !(error instanceof Error)) return false;
  return error.name === 'AbortError' || /fetch|network|load failed/i.test(error.message);
}

/**
 * What happened and what to do, in a sentence, with the reference to quote when asking for help. Messages of browsers and
 * libraries are never shown.
 */
export function describeError(error: unknown): string {
  if (error instanceof Problem) {
    const { reference } = error.document;
    return reference === undefined ? error.message : `${error.message} Reference ${reference}.`;
  }
  const message = error instanceof Error ? error.message : '';
  const code = identityCode(error);
  const isNetwork = isUnreachable(error);
  if (code !== undefined) return IDENTITY[code] ?? (isNetwork || !message ? 'Login failed. Sign in again.' : message);
  // The sign-in library's generic message.
  if (/^(Login|Get access token) failed$/.test(message)) return `${message}. Please try again in a moment.`;
  return isNetwork ? UNREACHABLE : 'Something went wrong on this page. Reload it and try again.';
}
