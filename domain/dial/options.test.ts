import { expect, test } from 'vitest';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { keysReading } from './options.ts';

test('[DM9] the dimensions of a list are those whose options come from it', () => {
  expect(keysReading('partners')).toEqual(['nominated_syndicate_numbers']);
  expect(keysReading('countries')).toEqual(['domicile_countries']);
  for (const list of REFERENCE_LISTS) expect(keysReading(list), list).not.toEqual([]);
});
