import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addSubnet('::1', 128, 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/**
 * Where a request comes from. A proxy of our own says it in the last entry of X-Forwarded-For; from farther away that
 * header is anybody's word, and does not count.
 */
export function clientAddress({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const told = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  const isNear = isIP(peer) !== 0 && near.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');
  return isNear && told && isIP(told) !== 0 ? told : peer;
}
