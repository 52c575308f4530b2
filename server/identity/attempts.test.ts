import { expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { admitAttempt, type Attempt, clearDelays } from './attempts.ts';

const at = new Date('2027-03-01T09:00:00.000Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const database = useTestDatabase();

const admit = (attempt: Attempt, seconds = 0) => admitAttempt(database.db, attempt, later(seconds));
const waitOf = async (attempt: Attempt, seconds = 0) => {
  const admission = await admit(attempt, seconds);
  return admission.admitted ? 0 : admission.retryAfterSeconds;
};

test('[PW34] concurrent sign-in attempts do not bypass the delay', async () => {
  const attempt = { email: 'many@example.test', address: '203.0.113.3' };
  const all = await Promise.all(Array.from({ length: 40 }, () => admit(attempt)));
  expect(all.filter(({ admitted }) => admitted)).toHaveLength(3);
  const waits = all.flatMap((one) => (one.admitted ? [] : one.retryAfterSeconds));
  expect(new Set(waits)).toEqual(new Set([1]));
  expect(all.filter((one) => !one.admitted && one.first)).toHaveLength(1);
});

test('[PW35] one address has fifty sign-in attempts in a quarter of an hour, over all e-mails; rejected ones do not count', async () => {
  for (let one = 0; one < 50; one += 1)
    expect(await waitOf({ email: `person.${one}@example.test`, address: '203.0.113.4' })).toBe(0);
  const another = { email: 'another@example.test', address: '203.0.113.4' };
  expect(await admit(another, 300)).toEqual({ admitted: false, retryAfterSeconds: 600, first: true });
  for (let minute = 6; minute < 15; minute += 1)
    expect(await admit(another, minute * 60)).toMatchObject({ admitted: false, first: false });
  expect(await waitOf({ ...another, address: '203.0.113.5' }, 360)).toBe(0);
  expect(await waitOf(another, 900)).toBe(0);
});

test('[PW41] concurrent attempts from one address with different e-mails do not exceed its limit', async () => {
  const address = '203.0.113.60';
  const all = await Promise.all(
    Array.from({ length: 70 }, (_, one) => admit({ email: `crowd.${one}@example.test`, address })),
  );
  expect(all.filter(({ admitted }) => admitted)).toHaveLength(50);
});

test('[PW38] failed attempts by strangers elsewhere do not lock a person out at their own address', async () => {
  const email = 'wanted@example.test';
  for (let one = 0; one < 20; one += 1) await admit({ email, address: '198.51.100.1' }, one);
  expect(await waitOf({ email, address: '198.51.100.1' }, 20)).toBeGreaterThan(0);
  expect(await waitOf({ email, address: '203.0.113.20' }, 20)).toBe(0);
});

test('[PW39] failed attempts from many addresses slow down strangers, but not a known browser', async () => {
  const email = 'spread@example.test';
  for (let one = 0; one < 30; one += 1) expect(await waitOf({ email, address: `198.51.100.${one}` }, one)).toBe(0);
  expect(await waitOf({ email, address: '203.0.113.30' }, 30)).toBe(29);
  expect(await waitOf({ email, address: '203.0.113.30', device: 'known' }, 30)).toBe(0);
  expect(await waitOf({ email, address: '203.0.113.30' }, 59)).toBe(0);
  expect(await waitOf({ email, address: '203.0.113.31' }, 60)).toBe(29);
});

test('clearing the delays of an e-mail forgets its failed attempts, wherever they came from', async () => {
  const email = 'Cleared@example.test';
  const other = { email: 'kept@example.test', address: '203.0.113.40' };
  for (let one = 0; one < 3; one += 1) {
    for (const address of ['203.0.113.40', '203.0.113.41']) await admit({ email, address });
    await admit(other);
  }
  expect(await waitOf({ email, address: '203.0.113.41' })).toBe(1);
  await database.db.transaction().execute((trx) => clearDelays(trx, ' cleared@example.test'));
  for (const address of ['203.0.113.40', '203.0.113.41']) expect(await waitOf({ email, address })).toBe(0);
  expect(await waitOf(other)).toBe(1);
});

test('a sign-in forgets the failed attempts of its browser, or of its e-mail at its address, and no others', async () => {
  const email = 'right@example.test';
  const stranger = { email, address: '203.0.113.50' };
  const others = [
    { email, address: '203.0.113.51' },
    { ...stranger, device: 'other' },
  ];
  for (const own of [{ ...stranger, device: 'own' }, stranger]) {
    for (const attempt of [own, own, ...others]) expect(await waitOf(attempt)).toBe(0);
    const right = await admit(own);
    if (right.admitted) await right.succeeded();
    for (let one = 0; one < 3; one += 1) expect(await waitOf(own)).toBe(0);
    expect(await waitOf(own)).toBeGreaterThan(0);
  }
  // Two attempts each, and this is the third.
  for (const attempt of others) {
    expect(await waitOf(attempt)).toBe(0);
    expect(await waitOf(attempt)).toBeGreaterThan(0);
  }
});

test('withdrawn sign-in attempts leave nothing behind', async () => {
  const attempt = { email: 'withdrawn@example.test', address: '203.0.113.42' };
  for (let one = 0; one < 5; one += 1) {
    const admission = await admit(attempt);
    expect(admission.admitted).toBe(true);
    if (admission.admitted) await admission.withdraw();
  }
});

test('sign-in attempts are stored without e-mail, address or browser', async () => {
  await admit({ email: 'somebody@example.test', address: '203.0.113.6', device: 'browser-of-somebody' });
  const rows = () => database.db.selectFrom('sign_in_attempt').selectAll().execute();
  expect(JSON.stringify(await rows())).not.toMatch(/somebody|203\.0\.113/);
});
