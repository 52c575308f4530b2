import { type DemoProgramme, dialsOf, line, risk, shares } from './demo-programme.ts';

const cyber = dialsOf('Cyber');

/** The partners that the pictures do not show. */
export const CYBER_PROGRAMME: DemoProgramme = {
  cob: 'cyber-privacy-and-tech',
  partners: [9133, 9164, 9172, 9185, 9190, 9203, 9214],
  dials: [
    'Cyber critical infrastructure, hold expiring',
    'Cyber US healthcare over $500m',
    cyber(
      'financial services over $1bn: Banks and insurers whose breach becomes everyone’s.',
      { cyber_sectors: ['financial-services'], revenue_ranges: '[1000000000,)' },
      line(1.25, { policy: 4, lead: 25 }, '123'),
    ),
    cyber(
      'education and public bodies, small: Schools and councils with few staff and old systems.',
      { cyber_sectors: ['education', 'public-sector'], company_size_ranges: '[0,250)' },
      line(0.5, { policy: 4 }, '12'),
    ),
    'Cyber distressed balance sheet',
    cyber(
      'war exclusion of type 3: The widest carve-back for war: a smaller share of the policy.',
      { cyber_war_exclusion_ids: ['LMA5567A', 'LMA5567B'] },
      shares({ policy: 3 }),
    ),
    'Cyber excess of $50m',
    'Cyber property damage carve-out',
    'Cyber excess, $10m to $50m',
    cyber(
      'technology E&O, incl. US: Software and hosting with contractual liability.',
      { risk_codes: ['F4'], cyber_sectors: ['technology'] },
      line(2, { min: 100, lead: 30, policy: 7.5 }, '13'),
    ),
    cyber(
      'manufacturing, waiting period of a day: Plants that stand still for a day before cover begins.',
      { cyber_sectors: ['manufacturing'], bi_cover_waiting_period_ranges: '[24,)' },
      line(2.5, { policy: 9 }, '2'),
    ),
    cyber(
      'primary Canada and Australia: First layers outside of the United States, with English law.',
      { is_primary: 'primary', domicile_countries: ['CA', 'AU', 'NZ'] },
      line(2.25, { min: 100, lead: 25, policy: 9 }, '12'),
    ),
    'Cyber primary under $100m revenue',
    'Cyber primary $100m to $1bn revenue',
    'Cyber base appetite',
  ],
  sets: [
    { day: -452, why: 'The cyber programme of the year, for every partner that follows it.' },
    {
      day: -182,
      why: 'Manufacturing with long waiting periods, and smaller lines for financial services.',
      comment: { text: 'The waiting period has to be on the slip; please check the first ten.' },
    },
    { day: -58, why: 'Versions of the autumn; a base for what nothing above decides.' },
  ],
  risks: [
    risk('Regional bank, $2bn', 'renewal', 'CY US', {
      cyber_sectors: ['financial-services'],
      revenue_ranges: 2_000_000_000,
    }),
    risk('Australian retailer, primary', 'new_business', 'CY AU', {
      cyber_sectors: ['retail'],
      revenue_ranges: 60_000_000,
    }),
    risk('High excess, $75m', 'renewal', 'CY', { is_primary: 'excess', attachment_point_ranges: 75_000_000 }),
  ],
};
