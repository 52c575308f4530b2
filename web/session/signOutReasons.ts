import { identityCode } from '#web/api/describeError.ts';

/** The session ended at the provider. A network failure is none of these, and never signs anyone out. */
const OVER = new Set(['login_required', 'invalid_grant', 'missing_refresh_token']);

export function isSessionOver(error: unknown): boolean {
  return OVER.has(identityCode(error) ?? '');
}
