import { type DemoProgramme, dialsOf, line, REFERRAL, risk, shares } from './demo-programme.ts';
import { CYBER_PROGRAMME } from './demo-programme.cyber.ts';

const EUROPE = ['DE', 'FR', 'NL', 'IE', 'ES', 'IT', 'CH', 'SE', 'NO'] as const;
const NORDIC_AND_DACH = ['DE', 'CH', 'SE', 'NO'] as const;

const dando = dialsOf('D&O');
const fi = dialsOf('FI D&O');
const pi = dialsOf('PI US');

const DANDO: DemoProgramme = {
  cob: 'd-and-o-ww',
  partners: [9101, 9112, 9120, 9133, 9164, 9172, 9185, 9190, 9203],
  dials: [
    dando(
      'distressed issuers: Listed companies whose balance sheet invites a securities claim.',
      { company_listed_statuses: ['listed'], company_bankruptcy_index_ranges: '[-5,1.81)' },
      line(0.75, { policy: 2.5 }, '13'),
    ),
    'D&O WW post-IPO, first year',
    dando(
      'US listed, second and third year after IPO: Lock-ups have ended and the first class actions arrive.',
      {
        risk_codes: ['D2'],
        company_listed_statuses: ['listed'],
        company_days_since_ipo_ranges: '[365,1095)',
      },
      line(1.5, { policy: 4 }, '12'),
    ),
    dando(
      'US listed, revenue over $1bn: The largest programmes; a small share of a long tower.',
      { risk_codes: ['D2'], company_listed_statuses: ['listed'], revenue_ranges: '[1000000000,)' },
      line(2.5, { min: 250, lead: 30, policy: 2.5 }, '123'),
    ),
    dando(
      'Side A, excess of $50m: High layers that answer only when the company cannot.',
      { is_primary: 'excess', attachment_point_ranges: '[50000000,)' },
      line(5, { min: 500, lead: 50 }, '123'),
    ),
    dando(
      'employment practices, incl. US: Written with a retention; class actions excluded.',
      { risk_codes: ['D6'] },
      line(0.75, { lead: 25, policy: 5 }, '13'),
    ),
    dando(
      'employment practices, ex-US: A calmer version of the same cover.',
      { risk_codes: ['D7'] },
      line(1, { policy: 7.5 }),
    ),
    dando(
      'warranty and indemnity, Europe: Deals under English or German law, with a full data room.',
      { risk_codes: ['D9'], domicile_countries: ['GB', ...EUROPE] },
      line(3, { min: 250, lead: 40, policy: 10 }, '123'),
      { reason: 'Nordic deals included' },
    ),
    dando(
      'UK and Ireland, private companies: Small and medium companies on a market wording.',
      {
        risk_codes: ['D3'],
        company_listed_statuses: ['private'],
        domicile_countries: ['GB', 'IE'],
        revenue_ranges: '[0,250000000)',
      },
      line(2.5, { min: 100, lead: 60, policy: 12.5 }, '123'),
    ),
    'D&O private companies, growth',
    dando(
      'base appetite: What remains of the class.',
      { risk_codes: ['D2', 'D3', 'D6', 'D7', 'D8', 'D9'] },
      line(1.25, { min: 50, lead: 35, policy: 6, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -521, why: 'The D&O programme: listed, private and employment practices.' },
    {
      day: -233,
      why: 'Two and three years after an IPO at a smaller share; distressed issuers apart.',
      rejected: {
        dial: 'D&O Side A, excess of $50m',
        values: { max_line: 10_000_000 },
        comments: [
          'Ten million on Side A is twice what the treaty allows per life.',
          'Agreed. Leave the line where it is and send the rest again.',
        ],
      },
    },
    { day: -96, why: 'The lines of the second half year.' },
  ],
  risks: [
    risk('US listed, 18 months after IPO', 'renewal', 'D2 US', {
      company_listed_statuses: ['listed'],
      company_days_since_ipo_ranges: 540,
      company_bankruptcy_index_ranges: 3.2,
      revenue_ranges: 800_000_000,
    }),
    risk('British family company, $40m', 'new_business', 'D3 GB', {
      company_listed_statuses: ['private'],
      company_size_change_ranges: 4,
      revenue_ranges: 40_000_000,
    }),
    risk('Side A, $100m attachment', 'renewal', 'D2', { is_primary: 'excess', attachment_point_ranges: 100_000_000 }),
  ],
};

const FI: DemoProgramme = {
  cob: 'fi-d-and-o',
  partners: [9101, 9112, 9120, 9133, 9172, 9185, 9203],
  dials: [
    fi(
      'failed institutions: In resolution or run-off: every risk is referred.',
      { company_listed_statuses: ['failed'] },
      REFERRAL,
    ),
    fi(
      'large banks over $1bn: Banks that others depend on; the tower is long and our part of it short.',
      { revenue_ranges: '[1000000000,)', risk_codes: ['D4', 'D5'] },
      line(1.5, { min: 100, lead: 20, policy: 2 }, '123'),
    ),
    fi(
      'with crime on the same slip: One limit for both covers, so a smaller share of it.',
      { fi_is_crime_coverage: true },
      shares({ policy: 4 }),
    ),
    'FI D&O and PI package',
    fi(
      'excess of $25m: Layers above the working ones.',
      { is_primary: 'excess', attachment_point_ranges: '[25000000,)' },
      line(3, { min: 250, lead: 50, policy: 7.5 }, '123'),
    ),
    fi(
      'small asset managers: Boutiques with up to 50 people and no retail clients.',
      { company_size_ranges: '[0,50)' },
      line(2, { min: 50, lead: 60, policy: 15 }, '12'),
    ),
    fi(
      'Germany, Switzerland and the Nordics: Savings banks and insurers with a domestic book.',
      { risk_codes: ['D5'], domicile_countries: NORDIC_AND_DACH },
      line(2.25, { lead: 40, policy: 8 }, '2'),
    ),
    fi(
      'base appetite: What remains of the class.',
      { risk_codes: ['D4', 'D5'] },
      line(1.5, { min: 50, lead: 35, policy: 5, expiring: 'expiring_line' }, '13'),
    ),
  ],
  sets: [
    { day: -488, why: 'Financial institutions, first the banks and the packages.' },
    { day: -198, why: 'A domestic book in the German-speaking countries and the Nordics.' },
    { day: -94, why: 'Packages from 250 employees on, as the treaty asks.' },
  ],
  risks: [
    risk('Boutique asset manager', 'new_business', 'D5 GB', { company_size_ranges: 24, fi_is_crime_coverage: false }),
    risk('Large bank, low excess', 'renewal', 'D4 US', {
      is_primary: 'excess',
      attachment_point_ranges: 10_000_000,
      revenue_ranges: 24_000_000_000,
      company_size_ranges: 60_000,
    }),
  ],
};

const PI: DemoProgramme = {
  cob: 'pi-us',
  partners: [9101, 9112, 9120, 9133, 9164, 9172, 9185, 9190, 9203],
  dials: [
    pi(
      'accountants with tax schemes: Aggressive tax advice: every risk is referred.',
      { risk_codes: ['E4'], pi_is_undertaking_tax_avoidance_schemes: true },
      REFERRAL,
    ),
    pi(
      'valuations for lending: Surveyors who value for lenders, at the size of the last crisis’ claims.',
      {
        pi_professional_category_ids: ['surveyors-and-valuers'],
        pi_is_performing_valuation_for_lending: true,
      },
      line(0.25, { policy: 2.5 }, '12'),
    ),
    'PI US lawyers over 500 fee earners',
    pi(
      'lawyers, 35 to 500 fee earners: Firms with a practice in several states.',
      { risk_codes: ['E2'], lawyer_exposure_count_ranges: '[35,500)' },
      line(2, { min: 100, lead: 30, policy: 7.5 }, '123'),
    ),
    pi(
      'lawyers, small firms: Sole practitioners and firms of up to 35; no patent work.',
      { risk_codes: ['E2'], lawyer_exposure_count_ranges: '[1,35)' },
      line(1, { min: 25, lead: 50, policy: 12.5 }, '13'),
    ),
    pi(
      'accountants, no tax schemes: Audit and bookkeeping, without advice on avoiding tax.',
      { risk_codes: ['E4'], pi_is_undertaking_tax_avoidance_schemes: false },
      line(1.75, { min: 50, lead: 40, policy: 10 }, '123'),
    ),
    pi(
      'architects and engineers, design only: Design without construction, in the United States.',
      { risk_codes: ['E6'], pi_professional_category_ids: ['architects', 'engineers'] },
      line(2.25, { min: 100, lead: 35, policy: 8 }, '12'),
    ),
    pi(
      'consultants and recruiters, small: Management consultants and recruiters with up to $25m revenue.',
      {
        pi_professional_category_ids: ['management-consultants', 'recruitment'],
        revenue_ranges: '[0,25000000)',
      },
      line(1.5, { min: 25, lead: 60, policy: 15 }, '13'),
    ),
    pi(
      'technology E&O over $100m: Integrators with fixed-price contracts.',
      { risk_codes: ['F4'], revenue_ranges: '[100000000,)' },
      line(1.5, { lead: 25, policy: 5 }, '12'),
    ),
    pi(
      'aggregate limits, costs in addition: Defence costs come on top, so a smaller share of the policy.',
      { pi_limit_type_ids: ['aggregate-costs-in-addition'] },
      shares({ policy: 5 }, '2'),
    ),
    'PI US excess over a small primary',
    pi(
      'base appetite: What remains of the class.',
      { risk_codes: ['E2', 'E4', 'E6', 'E8', 'F4'] },
      line(1.25, { min: 25, lead: 35, policy: 6, expiring: 'ignores' }, '123'),
    ),
  ],
  sets: [
    { day: -512, why: 'Professions in the United States: lawyers, accountants, engineers.' },
    {
      day: -206,
      why: 'Technology E&O, and less of the policy where costs come on top.',
      rejected: {
        dial: 'PI US lawyers, small firms',
        values: { policy_share_cap: 25 },
        comments: [
          'A quarter of the policy is a lead’s share, and we follow here.',
          'Please stay at 12.5% until the loss ratio of the year is known.',
        ],
      },
    },
    {
      day: -93,
      why: 'Small firms and accountants after the renewal season.',
      comment: { text: 'Are patent firms really out of this one?', dial: 'PI US lawyers, small firms' },
    },
  ],
  risks: [
    risk('Law firm, 120 fee earners', 'renewal', 'E2 US', {
      lawyer_exposure_count_ranges: 120,
      pi_professional_category_ids: ['lawyers'],
      revenue_ranges: 90_000_000,
    }),
    risk('Accountants, no tax schemes', 'new_business', 'E4 US', {
      pi_is_undertaking_tax_avoidance_schemes: false,
      revenue_ranges: 12_000_000,
    }),
    risk('Software integrator, $300m', 'renewal', 'F4 US', { revenue_ranges: 300_000_000 }),
  ],
};

export const FINANCIAL_PROGRAMMES: readonly DemoProgramme[] = [CYBER_PROGRAMME, DANDO, FI, PI];
