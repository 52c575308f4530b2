import { expect, test, vi } from 'vitest';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { InvalidToken, type TokenCheck } from '#server/http/token.ts';
import { cacheTokens } from './token-check.ts';

const START = Date.parse('2027-03-01T09:00:00.000Z');
const minutes = (count: number) => count * 60_000;

/** A check that accepts every token but `bad`, valid for nine minutes, and a clock that tests move. */
function world() {
  const clock = { at: START };
  const check = vi.fn<TokenCheck>(async (bearer) => {
    if (bearer === 'bad') throw new InvalidToken('signature');
    return { id: bearer, permissions: NO_PERMISSIONS, expiresAt: new Date(START + minutes(9)) };
  });
  return { clock, check, remembering: cacheTokens(check, { leewaySeconds: 60, now: () => clock.at }) };
}

test('a valid token is not checked again on the next call', async () => {
  const { check, remembering } = world();
  const first = await remembering('ada');
  expect(await remembering('ada')).toEqual(first);
  expect(check).toHaveBeenCalledTimes(1);
});

test('a token that differs in one letter is checked separately', async () => {
  const { remembering } = world();
  expect((await remembering('ada')).id).toBe('ada');
  expect((await remembering('adb')).id).toBe('adb');
});

test('a cached token is checked again after five minutes, so that a revoked key stops counting', async () => {
  const { clock, check, remembering } = world();
  await remembering('ada');
  clock.at += minutes(5) - 1;
  await remembering('ada');
  expect(check).toHaveBeenCalledTimes(1);
  clock.at += 1;
  await remembering('ada');
  expect(check).toHaveBeenCalledTimes(2);
});

test('a cached token is checked again as soon as it has expired, including leeway', async () => {
  const { clock, check, remembering } = world();
  clock.at += minutes(9);
  await remembering('ada');
  clock.at += minutes(1) - 1;
  await remembering('ada');
  expect(check).toHaveBeenCalledTimes(1);
  clock.at += 1;
  await remembering('ada');
  expect(check).toHaveBeenCalledTimes(2);
});

test('a refused token is checked again every time', async () => {
  const { check, remembering } = world();
  for (let time = 0; time < 2; time += 1) await expect(remembering('bad')).rejects.toThrow(InvalidToken);
  expect(check).toHaveBeenCalledTimes(2);
});

test('at most 5,000 tokens are cached; the oldest is evicted first', async () => {
  const { check, remembering } = world();
  for (let one = 0; one <= 5000; one += 1) await remembering(`token ${one}`);
  await remembering('token 5000');
  expect(check).toHaveBeenCalledTimes(5001);
  await remembering('token 0');
  expect(check).toHaveBeenCalledTimes(5002);
});
