import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address is one of our own proxies. */
export type TrustProxy = (address: string) => boolean;

/** A proxy is an address, or a network like 10.0.0.0/8. */
export function isProxyName(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export function trustProxies(names: readonly string[]): TrustProxy {
  const trusted = new BlockList();
  for (const name of names) {
    const [address = '', bits] = name.split('/');
    const family = familyOf(address);
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain));
  };
}

/**
 * The address of the caller. Each proxy appends its peer to X-Forwarded-For; from the end, the first address that is not
 * one of our proxies is the caller. Anything before it can be forged.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: TrustProxy,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  let caller = plainAddress(socket.remoteAddress ?? '');
  while (isTrusted(caller)) {
    const before = plainAddress(forwarded.pop()?.trim() ?? '');
    if (isIP(before) === 0) break;
    caller = before;
  }
  return caller;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Dual-stack sockets write an IPv4 address as ::ffff:1.2.3.4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
