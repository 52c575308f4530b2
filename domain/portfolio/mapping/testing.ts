import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { Match, Options } from './names.ts';

export const OPTIONS: Options = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as Options),
  risk_codes: [
    { code: 'CY', label: 'Cyber' },
    { code: 'CZ', label: 'Cyber abroad' },
    { code: 'F4', label: 'Tech' },
  ],
  brokers: [
    { code: 'HOLDFAST', label: 'Holdfast' },
    { code: 'KEY', label: 'Keystone Re' },
  ],
  countries: [
    { code: 'US', label: 'United States' },
    { code: 'NA', label: 'Namibia' },
    { code: 'KR', label: 'Korea, Republic of' },
  ],
};
export const MATCHES: Match[] = [
  { against: 'cob', text: 'Cyber', code: 'cyber-privacy-and-tech' },
  { against: 'brokers', text: 'Key Stone', code: 'KEY' },
  { against: 'brokers', text: 'Gone', code: 'NO LONGER THERE' },
];
