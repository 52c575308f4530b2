import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether an address is one of our own proxies. */
export type TrustProxy = (address: string) => boolean;

/** A proxy is named by its address, or by a network like 10.0.0.0/8. */
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
 * Where a request comes from. Each proxy adds the address it was called from to the end of X-Forwarded-For; read from
 * there, the first that is none of our own proxies is the caller. Before it the header is anybody's word.
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

/** Sockets that take both families write an IPv4 address as ::ffff:1.2.3.4. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
