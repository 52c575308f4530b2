import type { ListContent, ReferenceContent } from '#server/reference/reference.service.ts';
import { DEMO_RISK_CODES } from './demo-risk-codes.ts';

/** Entries that are known by their name alone: "Open market" is `open-market`. */
const named = (...labels: readonly string[]): ListContent[] =>
  labels.map((label) => ({
    code: label
      .toLowerCase()
      .replaceAll('&', 'and')
      .replaceAll(/[^a-z0-9]+/g, '-'),
    label,
  }));

const coded = (labels: Readonly<Record<string, string>>, group?: string): ListContent[] =>
  Object.entries(labels).map(([code, label]) => ({ code, label, group }));

/**
 * Starting content of the lists. Brokers and partners are invented, so that no real company is shown with an appetite
 * that it never stated.
 */
export const DEMO_REFERENCE: ReferenceContent = {
  lists: {
    risk_codes: Object.entries(DEMO_RISK_CODES).flatMap(([group, labels]) => coded(labels, group)),
    brokers: named(
      'Anchor Risk',
      'Bellwether Broking',
      'Cardinal Marine',
      'Dovetail Partners',
      'Eastgate',
      'Fairlead',
      'Gantry Specialty',
      'Holdfast',
      'Ironbridge',
      'Jetty & Co',
      'Keystone Re',
      'Lighthouse Wholesale',
      'Millrace',
      'Northing Brokers',
    ),
    countries: coded({
      GB: 'United Kingdom',
      US: 'United States',
      CA: 'Canada',
      AU: 'Australia',
      DE: 'Germany',
      FR: 'France',
      NL: 'Netherlands',
      IE: 'Ireland',
      ES: 'Spain',
      IT: 'Italy',
      CH: 'Switzerland',
      SE: 'Sweden',
      NO: 'Norway',
      SG: 'Singapore',
      JP: 'Japan',
      HK: 'Hong Kong',
      BR: 'Brazil',
      MX: 'Mexico',
      AE: 'United Arab Emirates',
      ZA: 'South Africa',
      IN: 'India',
      NZ: 'New Zealand',
      EG: 'Egypt',
      SA: 'Saudi Arabia',
      YE: 'Yemen',
      ER: 'Eritrea',
      DJ: 'Djibouti',
    }),
    cyber_sectors: named(
      'Healthcare',
      'Financial services',
      'Retail',
      'Manufacturing',
      'Technology',
      'Education',
      'Public sector',
      'Energy and utilities',
      'Professional services',
      'Transport and logistics',
      'Media',
      'Hospitality',
    ),
    cyber_war_exclusions: [
      ...coded({ LMA5564A: 'LMA5564A', LMA5564B: 'LMA5564B' }, 'Type 1'),
      ...coded({ LMA5565A: 'LMA5565A', LMA5565B: 'LMA5565B', LMA5566A: 'LMA5566A', LMA5566B: 'LMA5566B' }, 'Type 2'),
      ...coded({ LMA5567A: 'LMA5567A', LMA5567B: 'LMA5567B' }, 'Type 3'),
    ],
    placing_bases: named(
      'Open market',
      'Line slip declaration',
      'Binding authority',
      'Consortium',
      'Broker facility',
      'Facultative reinsurance',
      'Treaty',
    ),
    pi_limit_types: named(
      'Any one claim, costs in addition',
      'Any one claim, costs inclusive',
      'Aggregate, costs in addition',
      'Aggregate, costs inclusive',
      'Any one claim with one reinstatement',
    ),
    pi_professional_categories: named(
      'Lawyers',
      'Accountants',
      'Architects',
      'Engineers',
      'Surveyors and valuers',
      'Insurance brokers',
      'Technology consultants',
      'Management consultants',
      'Recruitment',
      'Miscellaneous',
    ),
    canada_provinces: coded({
      AB: 'Alberta',
      BC: 'British Columbia',
      MB: 'Manitoba',
      NB: 'New Brunswick',
      NL: 'Newfoundland and Labrador',
      NS: 'Nova Scotia',
      ON: 'Ontario',
      PE: 'Prince Edward Island',
      QC: 'Quebec',
      SK: 'Saskatchewan',
    }),
    primary_dimensions: coded({
      PD1: 'Primary limit up to $5m',
      PD2: 'Primary limit over $5m, up to $10m',
      PD3: 'Primary limit over $10m',
      PD4: 'Primary retention under $1m',
      PD5: 'Primary retention $1m or more',
    }),
  },
  partners: [
    { number: 9101, name: 'Alder' },
    { number: 9112, name: 'Beacon' },
    { number: 9120, name: 'Cormorant' },
    { number: 9133, name: 'Drumlin' },
    { number: 9147, name: 'Estuary' },
    { number: 9158, name: 'Fulmar' },
    { number: 9164, name: 'Greywater' },
    { number: 9172, name: 'Hawthorn' },
    { number: 9185, name: 'Isthmus' },
    { number: 9190, name: 'Juniper' },
    { number: 9203, name: 'Kestrel' },
    { number: 9214, name: 'Longreach' },
  ],
};

const { brokers: _invented, ...lists } = DEMO_REFERENCE.lists;
/** The same without what is invented: where people work for real, they add their own brokers and partners. */
export const STARTING_REFERENCE: ReferenceContent = { lists, partners: [] };
