import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { ExchangedDial } from '#domain/dial/exchange.ts';

/** Rows of the table to begin with: a usual case and a narrow exception. Without an id they are new dials. */
export const EXAMPLE_DIALS: readonly ExchangedDial[] = [
  {
    id: '',
    version: 1,
    data: {
      ...EMPTY_DIAL,
      name: 'Example: Cyber base',
      description: 'Replace it with a rule of your own.',
      tags: ['Example'],
      dimensions: { risk_codes: ['CY'], revenue_ranges: '[0,1000000000)' },
      values: { max_line: 2_500_000, policy_share_cap: 10 },
    },
  },
  {
    id: '',
    version: 1,
    data: {
      ...EMPTY_DIAL,
      name: 'Example: Cyber US excess of $10m',
      description: 'Narrow exceptions stand above the usual cases in a bucket.',
      tags: ['Example'],
      dimensions: {
        risk_codes: ['CY'],
        domicile_countries: ['US'],
        is_primary: 'excess',
        attachment_point_ranges: '[10000000,)',
      },
      values: { max_line: 1_000_000, policy_share_cap: 7.5 },
    },
  },
];
