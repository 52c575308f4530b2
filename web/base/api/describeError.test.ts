import { expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { describeError, needsSignIn } from './describeError.ts';

const identity = (error: string, message: string) => Object.assign(new Error(message), { error });
const SERVER = 'The server could not be reached. Please try again in a moment.';
const SERVICE = 'The sign-in service could not be reached. Please try again in a moment.';

test.each([
  [new Problem('conflict', 'This bucket is not in review.'), 'This bucket is not in review.', false],
  [new Problem('not-signed-in', 'Please sign in again.'), 'Please sign in again.', true],
  [new Problem('unexpected', 'Try again.', { reference: '7f3a' }), 'Try again. Reference 7f3a.', false],
  [new TypeError('Failed to fetch'), SERVER, false],
  [new TypeError('NetworkError when attempting to fetch resource.'), SERVER, false],
  [new TypeError('Load failed'), SERVER, false],
  [new DOMException('signal is aborted without reason', 'AbortError'), SERVER, false],
  [new Error("Timeout when executing 'fetch'"), SERVER, false],
  [new TypeError('x is undefined'), 'Something went wrong on this page. Reload it and try again.', false],
  ['thrown', 'Something went wrong on this page. Reload it and try again.', false],
  [identity('request_error', 'HTTP error. Unable to fetch http://localhost/idp/oauth/token'), SERVICE, false],
  [identity('server_error', 'HTTP error. Unable to fetch http://localhost/idp/oauth/token'), SERVICE, false],
  [identity('odd', 'HTTP error. Unable to fetch http://localhost/x'), 'Login failed. Sign in again.', true],
  [identity('cancelled', 'Popup closed'), 'Popup closed. Sign in again.', true],
  [
    identity('state_mismatch', 'Invalid state'),
    'Invalid state. This sign-in was begun elsewhere or has ended already. Sign in again.',
    true,
  ],
  [identity('access_denied', 'The person declined.'), 'The person declined.', true],
  [
    identity('mfa_required', 'Multifactor authentication required'),
    'The sign-in service asks for a second proof that it is you. Sign in again to give it.',
    true,
  ],
  [new Error('Get access token failed'), 'Get access token failed. Please try again in a moment.', false],
])('%s reads “%s”; only a sign-in helps: %s', (error, sentence, signIn) => {
  expect(describeError(error)).toBe(sentence);
  expect(needsSignIn(error)).toBe(signIn);
});
