import { NO_PERMISSIONS, parsePermissions, type Permissions } from '#domain/user/permission.ts';

/**
 * The token's permissions, for showing and hiding only: the server checks the signature and decides. Empty without a
 * readable token.
 */
export function tokenPermissions(token: string | undefined): Permissions {
  try {
    const payload = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const bytes = Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return parsePermissions((claims as { permissions?: unknown }).permissions);
  } catch {
    return NO_PERMISSIONS;
  }
}
