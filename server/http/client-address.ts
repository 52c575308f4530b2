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

const NETWORK_GROUPS = 4;

/**
 * Whom a caller without a name counts as: an IPv4 address, or an IPv6 network of 64 bits, of which one household or machine
 * has every address.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').split('::');
  const [before, after] = [listGroups(head), listGroups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** The last two groups may be written as an IPv4 address. */
const listGroups = (part: string): readonly string[] =>
  part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : group === '' ? [] : [group]));
