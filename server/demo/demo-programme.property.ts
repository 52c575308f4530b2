import { type DemoProgramme, dialsOf, line, REFERRAL, risk, shares } from './demo-programme.ts';

const EUROPE = ['GB', 'IE', 'DE', 'FR', 'NL', 'ES', 'IT', 'CH', 'SE', 'NO'] as const;

const property = dialsOf('Property UK');
const terrorism = dialsOf('Terrorism');
const contingency = dialsOf('Contingency');
const accident = dialsOf('PA');

const PROPERTY: DemoProgramme = {
  cob: 'property-uk',
  partners: [9101, 9112, 9120, 9133, 9147, 9158, 9164, 9172, 9190, 9214],
  dials: [
    property(
      'storm surge tightening 2027: Large sites near the east coast get less from the new year on.',
      { risk_codes: ['P3', 'P5'], revenue_ranges: '[100000000,)', domicile_countries: ['GB'] },
      line(2, { policy: 4 }, '3'),
      { window: { from: 46 } },
    ),
    'Property UK flood, coastal postcode',
    property(
      'binders, household: Household schemes of coverholders with an audit this year.',
      { risk_codes: ['B4'], placing_bases: ['binding-authority'] },
      line(1, { lead: 100, policy: 15 }, '12'),
    ),
    property(
      'binders, commercial: Commercial schemes of the same coverholders.',
      { risk_codes: ['B5'], placing_bases: ['binding-authority'] },
      line(1.5, { lead: 100, policy: 12.5 }, '13'),
    ),
    property(
      'high value homes: Houses with a survey and an alarm that somebody answers.',
      { risk_codes: ['HP'] },
      line(2, { min: 25, lead: 60, policy: 15 }, '12'),
    ),
    property(
      'excess of $25m: Layers above the largest single building.',
      { risk_codes: ['P7'], attachment_point_ranges: '[25000000,)' },
      line(5, { min: 500, lead: 50, policy: 10 }, '123'),
    ),
    property(
      'primary, over $250m revenue: Retail and hospitality groups with sprinklers in most sites.',
      { risk_codes: ['P3'], revenue_ranges: '[250000000,)' },
      line(4, { min: 250, lead: 25, policy: 6 }, '123'),
    ),
    property(
      'overseas owners: Sites in Britain with an owner elsewhere: a claim takes longer.',
      { risk_codes: ['P3', 'P5'], domicile_countries: ['US', 'CA', 'AU', 'AE', 'SG', 'HK', 'JP'] },
      shares({ policy: 5 }, '2'),
    ),
    property(
      'full value, mid-market: Companies from $10m to $250m revenue, all sites on one schedule.',
      { risk_codes: ['P5'], revenue_ranges: '[10000000,250000000)' },
      line(3.5, { min: 100, lead: 40, policy: 8 }, '123'),
    ),
    property(
      'full value, small commercial: Shops and offices with up to $10m revenue.',
      { risk_codes: ['P5'], revenue_ranges: '[0,10000000)' },
      line(2, { min: 25, lead: 75, policy: 15 }, '13'),
    ),
    property(
      'base appetite: What remains of the class.',
      { risk_codes: ['P3', 'P5', 'P7', 'HP', 'B4', 'B5'] },
      line(2.5, { min: 50, lead: 40, policy: 7.5, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -518, why: 'Property in Britain: schedules, homes and binders.' },
    {
      day: -211,
      why: 'A smaller share where the owner is overseas.',
      rejected: {
        dial: 'Property UK excess of $25m',
        values: { max_line: 15_000_000 },
        comments: ['The model shows no room for a line of 15m.', 'Same view. The share is fine, the line is not.'],
      },
    },
    { day: -95, why: 'Storm surge terms of the new year, known to brokers in time.' },
  ],
  risks: [
    risk('Hotel group, $400m', 'renewal', 'P3 GB', { revenue_ranges: 400_000_000 }),
    risk('Corner shop', 'electronic_placement', 'P5 GB', { revenue_ranges: 900_000 }),
    risk('Household scheme', 'line_slip_declaration', 'B4 GB', { placing_bases: ['binding-authority'] }),
  ],
};

const TERRORISM: DemoProgramme = {
  cob: 'terrorism',
  partners: [9101, 9112, 9120, 9147, 9158, 9164, 9172, 9203, 9214],
  dials: [
    terrorism('war on land: No appetite without a political risk report.', { risk_codes: ['WL'] }, REFERRAL),
    terrorism(
      'Gulf states and Egypt: Airports, hotels and oil: accumulations within one mile.',
      { risk_codes: ['TO'], domicile_countries: ['AE', 'SA', 'EG'] },
      line(4, { min: 250, lead: 30, policy: 5 }, '123'),
    ),
    terrorism(
      'excess of $50m: Layers above what one device reaches.',
      { is_primary: 'excess', attachment_point_ranges: '[50000000,)' },
      line(10, { min: 1000, lead: 50, policy: 12.5 }, '12'),
    ),
    'Terrorism overseas, high-rise',
    terrorism(
      'overseas, terms of 2027: Follows the dial that ends, at a smaller share.',
      { risk_codes: ['TO'], placing_bases: ['open-market'] },
      line(8, { policy: 8 }, '3'),
      { window: { from: 16 } },
    ),
    terrorism(
      'overseas, over $1bn revenue: Portfolios over many cities, scheduled by building.',
      { risk_codes: ['TO'], revenue_ranges: '[1000000000,)' },
      line(9, { min: 500, lead: 30, policy: 7.5 }, '13'),
    ),
    terrorism(
      'UK, outside of the pool: Stand-alone cover, mostly of places that do not cede.',
      { risk_codes: ['TU'] },
      line(6, { min: 250, lead: 40, policy: 10 }, '12'),
    ),
    terrorism(
      'base appetite: What remains of the class.',
      { risk_codes: ['TO', 'TU', 'WL'] },
      line(5, { min: 100, lead: 40, policy: 7.5, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -476, why: 'Stand-alone terrorism, at home and overseas.' },
    { day: -205, why: 'Accumulations in the Gulf at four million.' },
    { day: -92, why: 'High-rise ends in autumn; the terms of 2027 follow.' },
  ],
  risks: [
    risk('Office tower, Singapore', 'renewal', 'TO SG', {
      placing_bases: ['broker-facility'],
      revenue_ranges: 150_000_000,
    }),
    risk('Stadium, Manchester', 'new_business', 'TU GB'),
  ],
};

const CONTINGENCY: DemoProgramme = {
  cob: 'contingency-non-appearance',
  partners: [9101, 9112, 9120, 9133, 9147, 9158, 9172, 9185, 9190, 9214],
  dials: [
    'Contingency non-appearance, tours',
    contingency(
      'promoters over $100m revenue: Promoters with many dates, so that one illness is a small loss.',
      { risk_codes: ['PN'], revenue_ranges: '[100000000,)' },
      line(1.5, { min: 50, lead: 40, policy: 7.5 }, '13'),
    ),
    contingency(
      'festivals, Europe: Headliners with an understudy named on the slip.',
      { risk_codes: ['PN'], domicile_countries: EUROPE },
      line(1.25, { min: 25, lead: 50, policy: 10 }, '12'),
      { window: { until: 28 } },
    ),
    contingency(
      'product recall, North America: Food and drink recalls under American law.',
      { risk_codes: ['PB'], domicile_countries: ['US', 'CA'] },
      line(1, { lead: 25, policy: 5 }, '13'),
    ),
    contingency(
      'product recall, elsewhere: The same with fewer class actions.',
      { risk_codes: ['PB'] },
      line(1.5, { lead: 40, policy: 7.5 }),
    ),
    contingency(
      'prizes and promotions: Hole-in-one and over-redemption, from companies with up to $50m revenue.',
      { risk_codes: ['PU'], revenue_ranges: '[0,50000000)' },
      line(0.5, { min: 25, lead: 100, policy: 15 }, '2'),
    ),
    contingency(
      'base appetite: What remains of the class.',
      { risk_codes: ['PN', 'PU', 'PB'] },
      line(0.75, { min: 25, lead: 40, policy: 6, expiring: 'ignores' }, '12'),
    ),
  ],
  sets: [
    { day: -470, why: 'Non-appearance and recall.' },
    { day: -204, why: 'Prizes and promotions, small ones first.' },
    { day: -1, why: 'Tours of the coming summer.' },
  ],
  risks: [
    risk('Jazz festival, France', 'new_business', 'PN FR', { revenue_ranges: 6_000_000 }),
    risk('Soft drinks recall, Canada', 'renewal', 'PB CA', { revenue_ranges: 70_000_000 }),
  ],
};

const ACCIDENT: DemoProgramme = {
  cob: 'personal-accident',
  partners: [9112, 9133, 9158, 9172, 9185, 9190, 9203, 9214],
  dials: [
    accident(
      'sports disability, professional clubs: Career-ending injury of players on contract.',
      { risk_codes: ['KS'] },
      line(2, { min: 50, lead: 30, policy: 5 }, '123'),
    ),
    accident(
      'travel schemes, Europe: Package holidays; winter sports included.',
      { risk_codes: ['KT'], domicile_countries: EUROPE },
      line(1, { min: 25, lead: 60, policy: 12.5 }, '13'),
    ),
    accident(
      'travel schemes, elsewhere: Medical costs abroad are what drives these.',
      { risk_codes: ['KT'] },
      line(0.5, { lead: 40, policy: 7.5 }),
    ),
    accident(
      'coverholders, audit this year: Schemes under a binding authority.',
      { placing_bases: ['binding-authority'] },
      shares({ lead: 100, policy: 15 }, '2'),
    ),
    accident(
      'groups over 1,000 employees: One building, one bus, one flight: accumulation first.',
      { risk_codes: ['KG'], company_size_ranges: '[1000,)' },
      line(1.5, { min: 100, lead: 30, policy: 5 }, '123'),
    ),
    accident(
      'groups of 50 to 1,000 employees: The middle of the book.',
      { risk_codes: ['KG'], company_size_ranges: '[50,1000)' },
      line(1.25, { min: 50, lead: 50, policy: 10 }, '12'),
    ),
    accident(
      'small groups: Partnerships and family companies with fewer than 50 employees.',
      { risk_codes: ['KG'], company_size_ranges: '[0,50)' },
      line(0.75, { min: 25, lead: 75, policy: 15 }, '13'),
    ),
    accident(
      'base appetite: What remains of the class.',
      { risk_codes: ['KG', 'KS', 'KT'] },
      line(0.5, { min: 25, lead: 40, policy: 6, expiring: 'expiring_line' }, '12'),
    ),
  ],
  sets: [
    { day: -468, why: 'Personal accident: groups by size, sports and travel.' },
    { day: -203, why: 'Schemes of coverholders that were audited this year.' },
    { day: -88, why: 'Large groups at one and a half million.' },
  ],
  risks: [
    risk('Football club', 'renewal', 'KS GB', { placing_bases: ['open-market'] }),
    risk('Law firm of 300 people', 'new_business', 'KG DE', {
      placing_bases: ['open-market'],
      company_size_ranges: 300,
    }),
    risk('Package holidays, Spain', 'facility', 'KT ES', { placing_bases: ['broker-facility'] }),
  ],
};

export const PROPERTY_PROGRAMMES: readonly DemoProgramme[] = [PROPERTY, TERRORISM, CONTINGENCY, ACCIDENT];
