import { describe, expect, test, vi } from 'vitest';
import { dialChangeSchema, dialDataSchema } from '#contract/dial.ts';
import { checkOverrides } from '#domain/bucket/check.ts';
import { findDisjointReason } from '#domain/bucket/overlap.ts';
import { checkDial } from '#domain/dial/check.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { diffDials } from '#domain/dial/diff.ts';
import { fromCells, readHeader, toCells } from '#domain/dial/exchange.ts';
import { mergeDials } from '#domain/dial/merge.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { checkOptions } from '#domain/dial/options.ts';
import { searchWords } from '#domain/dial/search.ts';
import { searchText } from '#domain/dial/search-text.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { INVENTED, inventedKey, KIND_NAMES, SAMPLES } from '#domain/dimension/invented.ts';
import { isForm, toData, toForm } from '#web/dial/edit/dialForm.ts';
import { summarise } from '#domain/dial/summary.ts';
import { shownDimensions } from '#web/dial/edit/shownDimensions.ts';

// Everything under test reads the registry, and knows nothing of the added dimensions.
vi.mock(import('#domain/dimension/registry.ts'), async (importOriginal) => {
  const { withInvented } = await import('#domain/dimension/invented.ts');
  return withInvented(await importOriginal());
});

vi.mock(import('#domain/value/registry.ts'), async (importOriginal) => {
  const { withInventedValue } = await import('#domain/value/invented.ts');
  return withInventedValue(await importOriginal());
});

const nameOption = (_list: string, code: string) => code;
const textOf = (pieces: readonly Readonly<{ text: string }>[]) => pieces.map(({ text }) => text).join('');

const SENTENCES = {
  intervals: 'the fleet age is from −5 days up to, not including, 8 days or from 10 days up to 12 days.',
  options: 'the port lies in the US or FR.',
  choices: 'the paint is red or green.',
  'one-of': 'the flag is red.',
  'yes-no': 'it has a helipad.',
};
const APART = {
  intervals: 'Their fleet ages meet at 12 days and do not overlap',
  options: undefined,
  choices: undefined,
  'one-of': 'Flag colour is Red for A and Green for B',
  'yes-no': 'Helipad is Yes for A and No for B',
};

describe.each(KIND_NAMES)('a dimension of the kind %s that is only in the registry', (kind) => {
  const key = inventedKey(kind);
  const { label } = INVENTED[kind];
  const [value, other] = SAMPLES[kind];
  const dial = (set: unknown) => ({ ...EMPTY_DIAL, name: 'Invented', dimensions: { [key]: set } });
  const [mine, theirs] = [dial(value), dial(other)];

  test('is accepted by the API, the validation and the form', () => {
    expect(dialDataSchema.parse(mine).dimensions).toEqual(mine.dimensions);
    expect(dialDataSchema.safeParse(dial(17)).success).toBe(false);
    expect(checkDial(mine, { today: '2026-11-16', version: 1 })).toEqual([]);
    expect(toData(toForm(mine))).toEqual(normaliseDial(mine));
    const none = { set: new Set<string>(), setAtFirst: new Set<string>(), toReveal: undefined };
    const shown = shownDimensions({ cob: '', shown: 'all', search: label }, none);
    expect(shown.get('Company')?.keys).toEqual([key]);
  });

  test('is found by its label and its value', () => {
    const found = searchText(mine, nameOption);
    for (const word of searchWords(label)) expect(found).toContain(` ${word}`);
    expect(found.length).toBeGreaterThan(searchText(dial(undefined), nameOption).length);
  });

  test('appears in a difference that the API accepts, and as a question in a merge', () => {
    const [change, ...more] = diffDials(mine, theirs);
    expect([change, more]).toMatchObject([{ dimension: key }, []]);
    expect(dialChangeSchema.parse(change)).toEqual(change);
    expect(mergeDials(EMPTY_DIAL, mine, theirs).conflicts).toContain(`dimensions.${key}`);
  });

  test('has its clause in the sentence, its part in the summary and its reason in a comparison', () => {
    expect(textOf(sentence(mine, nameOption))).toBe(SENTENCES[kind]);
    expect(textOf(summarise(mine, nameOption))).not.toBe('Every risk');
    expect(findDisjointReason(mine, theirs)?.words).toBe(APART[kind]);
  });

  test('is exported to a column of its own and imported from it', () => {
    const cells = toCells({ id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', version: 1, data: mine });
    expect(readHeader(['Name', label]).problems).toEqual([]);
    expect(fromCells({ name: cells.name ?? '', [key]: cells[key] ?? '' })).toEqual({ data: mine, errors: [] });
  });
});

test('an invented dimension of options is checked against its list', () => {
  const dimensions: object = { invented_options: ['XX'] };
  expect(checkOptions(dimensions, () => 'unknown')).toEqual([
    { path: 'dimensions.invented_options', message: 'XX is not one of the countries' },
  ]);
});

describe('a value that is only in the registry', () => {
  const dial = (values: object) => ({ ...EMPTY_DIAL, name: 'Invented', values });
  const [mine, theirs] = [dial({ invented_cap: 12.5 }), dial({ invented_cap: 15 })];

  test('is accepted by the API, the validation and the form, and survives the next save', () => {
    expect(dialDataSchema.parse(mine).values).toEqual(mine.values);
    expect(dialDataSchema.safeParse(dial({ invented_cap: 'x' })).success).toBe(false);
    expect(checkDial(mine, { today: '2026-11-16', version: 1 })).toEqual([]);
    expect(checkDial(dial({ invented_cap: 101 }), { today: '2026-11-16', version: 1 })).toHaveLength(1);
    expect(checkOverrides({ invented_cap: -1 } as object, {})).toHaveLength(1);
    expect(toForm(mine).values).toMatchObject({ invented_cap: '12.5' });
    expect(toData(toForm(mine))).toEqual(normaliseDial(mine));
    expect(isForm(toForm(mine))).toBe(true);
  });

  test('appears in a difference that the API accepts, and as a question in a merge', () => {
    const [change, ...more] = diffDials(mine, theirs);
    expect(more).toEqual([]);
    expect(dialChangeSchema.parse(change)).toEqual(change);
    expect(mergeDials(EMPTY_DIAL, mine, theirs).conflicts).toEqual(['values.invented_cap']);
  });

  test('is exported to a column of its own and imported from it', () => {
    const cells = toCells({ id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', version: 1, data: mine });
    expect(readHeader(['Name', 'Brokerage cap']).problems).toEqual([]);
    expect(fromCells({ name: cells.name ?? '', invented_cap: cells['invented_cap'] ?? '' })).toEqual({
      data: mine,
      errors: [],
    });
  });
});
