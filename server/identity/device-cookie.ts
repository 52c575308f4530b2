import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Middleware } from './answers.ts';
import type { IdentityKeys } from './keys.ts';

type Context = Parameters<Middleware>[0];
type Options = Readonly<{ publicUrl: string; path: string; keys: Pick<IdentityKeys, 'cookie'> }>;
export type DeviceCookies = ReturnType<typeof deviceCookies>;

/** The longest lifetime that browsers allow. */
const LIFETIME_MS = 400 * 86_400_000;

/**
 * A browser in which a person signed in gets a signed cookie for that person, so that strangers who guess their password
 * cannot delay them. It proves nothing else: the password is still required.
 */
export function deviceCookies({ publicUrl, path, keys }: Options) {
  const { protocol, port } = new URL(publicUrl);
  const secure = protocol === 'https:';
  // Cookies of localhost are shared across its ports.
  const prefix = `lineslip_idp_device_${port || (secure ? '443' : '80')}`;
  const nameFor = (personId: string) => `${prefix}_${createHash('sha256').update(personId).digest('hex').slice(0, 16)}`;
  const sign = (key: string, personId: string, device: string) =>
    createHmac('sha256', key).update(`known device ${device} of ${personId}`).digest();

  function read(ctx: Context, personId: string): string | undefined {
    const value = ctx.cookies.get(nameFor(personId), { signed: false }) ?? '';
    const [, device, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(value) ?? [];
    if (device === undefined || signature === undefined) return undefined;
    const given = Buffer.from(signature, 'base64url');
    return keys.cookie.some((key) => timingSafeEqual(sign(key, personId, device), given)) ? device : undefined;
  }

  return {
    /** The id of this browser, if this person has signed in with it before. */
    read,

    /** Call this after each sign-in. The browser gets a new id every time, which invalidates copies of the old cookie. */
    give(ctx: Context, personId: string): void {
      const [key] = keys.cookie;
      if (key === undefined) throw new Error('There is no key to sign cookies with.');
      const device = randomBytes(16).toString('base64url');
      const value = `${device}.${sign(key, personId, device).toString('base64url')}`;
      ctx.cookies.set(nameFor(personId), value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path,
        maxAge: LIFETIME_MS,
        signed: false,
        overwrite: true,
      });
    },
  };
}
