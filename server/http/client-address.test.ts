import { expect, test } from 'vitest';
import { clientAddress, isProxyName, networkOf, trustProxies } from './client-address.ts';

const NONE: readonly string[] = [];
const PROXIES = ['10.0.0.7', '192.168.0.0/24', 'fd00::/8'];

test.each([
  // Nobody is trusted by default, whatever network they are in.
  ['127.0.0.1', '198.51.100.1', NONE, '127.0.0.1'],
  ['10.0.0.7', '198.51.100.1', NONE, '10.0.0.7'],
  ['::1', '198.51.100.1', NONE, '::1'],
  ['203.0.113.7', '198.51.100.1', PROXIES, '203.0.113.7'],
  ['10.0.0.8', '198.51.100.1', PROXIES, '10.0.0.8'],
  // A proxy appends its peer at the end; what comes before was sent by the caller.
  ['10.0.0.7', '192.0.2.1, 198.51.100.1', PROXIES, '198.51.100.1'],
  ['::ffff:10.0.0.7', '198.51.100.2', PROXIES, '198.51.100.2'],
  ['fd00::1', '2001:db8::1', PROXIES, '2001:db8::1'],
  // Two proxies in a row.
  ['10.0.0.7', '192.0.2.1, 198.51.100.1, 192.168.0.3', PROXIES, '198.51.100.1'],
  ['10.0.0.7', 'nonsense', PROXIES, '10.0.0.7'],
  ['10.0.0.7', undefined, PROXIES, '10.0.0.7'],
  ['10.0.0.7', 'nonsense, 192.168.0.3', PROXIES, '192.168.0.3'],
])(
  'a request from %s that says %j, where %j are trusted, comes from %s',
  (remoteAddress, forwarded, proxies, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const socket = { remoteAddress } as Parameters<typeof clientAddress>[0]['socket'];
    expect(clientAddress({ headers, socket }, trustProxies(proxies))).toBe(expected);
  },
);

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example', false],
  ['*', false],
])('whether %s names a proxy: %s', (text, expected) => {
  expect(isProxyName(text)).toBe(expected);
});

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['::ffff:198.51.100.1', '198.51.100.1'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['64:ff9b::198.51.100.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('a stranger at %s counts as %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});
