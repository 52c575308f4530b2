import { StartError } from './start-error.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** With the demo sign-in anyone who reaches the page can be anyone. */
export function refuseOpenDemo(host: string, publicUrl: string): void {
  const open = [
    !LOOPBACK.test(host) && `HOST is ${host}`,
    !LOOPBACK.test(new URL(publicUrl).hostname) && `PUBLIC_URL is ${publicUrl}`,
  ].filter(Boolean);
  if (open.length === 0) return;
  throw new StartError(
    `${open.join(' and ')}, and the demo sign-in lets anyone who reaches that address be anyone. ` +
      'Set SIGN_IN=password, or AUTH_DOMAIN to sign in with a hosted tenant, or leave HOST and PUBLIC_URL on localhost, ' +
      'or allow it explicitly: ALLOW_DEMO_SIGN_IN_ON_EVERY_ADDRESS=yes.',
  );
}

/** Without https passwords could be intercepted, and browsers disable the APIs that the sign-in needs. */
export function requireSafeAddress(publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
  throw new StartError(
    `PUBLIC_URL is ${publicUrl}, but signing in with a password needs an address that begins with https://. ` +
      'Put a proxy with a certificate in front, and set PUBLIC_URL to its address.',
  );
}
