import type { Random } from './random.ts';

const NUL = '\0';
const HALF = '\ud800';
const WORDS = [
  ...'x draft live -1 0 1e9 99999999999 2147483648 -2147483649 9223372036854775808 NaN null true'.split(' '),
  ...'__proto__ constructor hasOwnProperty ../../etc/passwd % _ \\ {{7*7}} [1,2) (,)'.split(' '),
  ...'0000-01-01T00:00:00Z 0000-12-31T23:59:59.999Z 0001-01-01T00:00:00Z 9999-12-31T23:59:59.999Z'.split(' '),
  ...'2026-02-30T00:00:00Z +275760-09-13T00:00:00.000Z -000001-01-01T00:00:00Z 2026-11-16T25:61:61Z'.split(' '),
  '2026-11-16T10:00:00+23:59',
  '00000000-0000-0000-0000-000000000000',
  '',
  ' ',
  "'; drop table dial; --",
  '<script>alert(1)</script>',
  NUL,
  `a${NUL}b`,
  HALF,
  `\udfff${HALF}`,
  '\u202e',
  '\uffff',
  '𝒳'.repeat(50),
  'é'.repeat(130),
  ...[121, 321, 2001, 20_001].map((length) => 'x'.repeat(length)),
  `[${'9'.repeat(400)},)`,
  '['.repeat(500),
  '[1,2] '.repeat(600),
];
const POWERS = [2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, -(2 ** 53)];
const NUMBERS = [0, -0, -1, 1, 0.1, 1.005, 1e-320, 1e18, 1e21, 1e308, -1e308, ...POWERS];

const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);

export const hostileText = (random: Random): string => random.pick(WORDS);

/** An unexpected value of any type and size. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => hostileText(random),
    () => random.pick(NUMBERS),
    () => random.pick(NUMBERS),
    () => random.pick([null, true, false, [], {}]),
    () => [hostileText(random)],
    () => Array.from({ length: random.pick([3, 501, 2001]) }, () => random.pick(NUMBERS)),
    () => ({ [hostileText(random)]: hostileText(random) }),
    () => nest(random.pick([5, 31, 40, 300])),
  ])();
}

const DATES = WORDS.filter((word) => /^[+-]?\d{4,6}-/.test(word));
const IDS = ['6f1c2f8e-1f5b-4c57-9d2b-0c7b1f6f0a11', '1', '999999999999999999', '-1', 'demo|viewer'];

/** A forged cursor: the format of one of our lists, with values beyond those that exist. */
export function hostileCursor(random: Random): string {
  const member = (usual: readonly unknown[]) => (random.chance(0.85) ? random.pick(usual) : hostileValue(random));
  const id = () => member(IDS);
  const position = random.pick<() => unknown>([
    () => ({ at: member(DATES), id: id() }),
    () => ({ at: member(DATES), id: id() }),
    () => ({ name: member(WORDS), id: id() }),
    () => ({ key: member([...DATES, ...WORDS]), id: id() }),
    () => ({ fits: member([true, false, 0, 1]), name: member(WORDS), id: id() }),
    () => ({ partner: member(NUMBERS), cob: member(['cargo', ...WORDS]) }),
    () => member(NUMBERS),
    () => hostileValue(random),
  ])();
  return random.chance(0.95) ? Buffer.from(JSON.stringify(position) ?? '').toString('base64url') : hostileText(random);
}
