import { classesOf } from '#domain/cob/class-of-business.ts';
import type { ListContent, ReferenceContent } from '#server/reference/reference.service.ts';

const split = (text: string): string[] => text.split(/;\s+/);

/** Options identified by their name: "Open market" is `open-market`. */
const named = (labels: string): ListContent[] =>
  split(labels).map((label) => ({
    code: label
      .toLowerCase()
      .replaceAll('&', 'and')
      .replaceAll(/[^a-z0-9]+/g, '-'),
    label,
  }));

/** "CY Cyber: data and privacy breach": the code, then the label. */
const coded = (options: string, group?: string): ListContent[] =>
  split(options).map((option) => {
    const [code = ''] = option.split(' ', 1);
    return { code, label: option.slice(code.length + 1), group };
  });

/** Options whose code is their name. */
const clauses = (codes: string, group: string): ListContent[] =>
  split(codes).map((code) => ({ code, label: code, group }));

type CodesOfClasses = readonly [classes: readonly string[], codes: string];

const NA = ['commercial-na-facilities', 'commercial-na-open-market'];
const CONTINGENCY = classesOf('Contingency');
const CANCELLATION = 'contingency-event-cancellation';
const APPEARANCE = 'contingency-non-appearance';
const BOTH = 'contingency-event-cancellation-and-non-appearance';
const hullAndWar = (...variants: readonly string[]): string[] =>
  variants.map((variant) => `marine-hull-and-war-${variant}`);

/**
 * Risk codes by group, from two public transcriptions of the market's list of about 2019: check them against the current
 * list before any real use. Their classes of business are our interpretation; administrators can change it.
 */
const RISK_CODES: Readonly<Record<string, readonly CodesOfClasses[]>> = {
  Cyber: [[classesOf('Cyber Privacy & Tech'), 'CY Cyber: data and privacy breach; CZ Cyber: with property damage']],
  'D&O': [
    [
      ['d-and-o-ww'],
      `D2 D&O, non-financial, US; D3 D&O, non-financial, ex-US; D6 Employment practices, incl. US;
      D7 Employment practices, ex-US; D8 Transactional liability (W&I), incl. US;
      D9 Transactional liability (W&I), ex-US`,
    ],
  ],
  FI: [
    [['fi', 'fi-d-and-o'], 'D4 D&O, financial institutions, incl. US; D5 D&O, financial institutions, ex-US'],
    [['fi', 'fi-pi'], 'F2 PI financial institutions, incl. US; F3 PI financial institutions, ex-US'],
  ],
  PI: [
    [
      ['pi-us'],
      `E2 PI lawyers, incl. US; E4 PI accountants, incl. US; E6 PI architects/engineers/construction, incl. US;
      E8 PI miscellaneous, incl. US`,
    ],
    [
      ['pl-int'],
      `E3 PI lawyers, ex-US; E5 PI accountants, ex-US; E7 PI architects/engineers/construction, ex-US;
      E9 PI miscellaneous, ex-US`,
    ],
  ],
  'PI/Tech': [
    [['pi-us', 'cyber-privacy-and-tech'], 'F4 Technology and telecoms E&O, incl. US'],
    [['pl-int', 'cyber-privacy-and-tech'], 'F5 Technology and telecoms E&O, ex-US'],
  ],
  'FI crime': [[['fi', 'fi-crime'], 'BB Fidelity, computer crime, bankers']],
  Casualty: [
    [
      ['commercial-ww'],
      `NA General liability, other than claims made, ex-US; NC General liability, claims made, ex-US;
      W3 UK employers' liability`,
    ],
    [
      [...NA, 'property-liability-us-scgl', 'small-na-liability'],
      `UA General liability, other than claims made, incl. US; UC General liability, claims made, incl. US`,
    ],
    [[...NA, 'commercial-ww'], 'EP Environmental impairment / pollution liability'],
  ],
  Healthcare: [
    [
      ['healthcare-liability'],
      `GH Hospitals and institutional healthcare, US; GN Nursing homes, long-term and allied care, US;
      GM Medical malpractice, ex-US`,
    ],
  ],
  Property: [
    [
      NA,
      `P2 Property primary layer, US, open market; P4 Property full value, US, open market;
      P6 Property excess layer, US, open market`,
    ],
    [
      ['commercial-ww', 'property-uk'],
      `P3 Property primary layer, ex-US, open market; P5 Property full value, ex-US, open market;
      P7 Property excess layer, ex-US, open market`,
    ],
    [['household-hv', 'property-uk'], 'HP UK household'],
    [[...NA, 'commercial-ww', 'flood'], 'DC Difference in conditions'],
  ],
  'Property binder': [
    [['household-na'], 'B2 Property binder, private, US'],
    [['commercial-na-facilities'], 'B3 Property binder, commercial, US'],
    [['household-hv', 'property-uk'], 'B4 Property binder, private, ex-US'],
    [['commercial-ww', 'property-uk'], 'B5 Property binder, commercial, ex-US'],
  ],
  Engineering: [[['energy-construction'], 'CB Engineering, annual renewable; CC Engineering, single project']],
  'Energy/Power': [[['energy-operational', 'energy-renewable'], 'PG Operational power generation and utilities']],
  Energy: [
    [['energy-midstream', 'energy-operational', 'energy-renewable'], 'EF Energy onshore property'],
    [['energy-construction'], 'EC Energy offshore construction'],
    [
      ['energy-gom-wind'],
      `EM Energy offshore property, GoM wind; EY Operators' extra expense/control of well, GoM wind`,
    ],
    [
      ['energy-operational'],
      `EN Energy offshore property, ex GoM wind; EZ Operators' extra expense/control of well, ex GoM wind`,
    ],
    [
      ['energy-liability'],
      `EA Energy onshore liability, claims made; EB Energy onshore liability, other;
      EG Energy offshore liability, claims made; EH Energy offshore liability, other`,
    ],
  ],
  Marine: [
    [
      ['hull', ...hullAndWar('hull-and-machinery', 'port-risks', 'tows-and-voyages', 'mortgage-interests')],
      'T Hull: vessels (not TLO/IV/LOH/shipbuilding)',
    ],
    [
      ['hull', ...hullAndWar('increased-value', 'loss-of-hire')],
      'B Hull: total loss only, increased value, loss of hire, containers',
    ],
    [['hull', ...hullAndWar('port-risks')], 'TS Shipbuilding'],
    [['hull', ...hullAndWar('hull-and-machinery')], 'O Yachts'],
  ],
  'Marine war': [
    [['marine-war', ...hullAndWar('war')], 'W Vessel war/confiscation, not breach voyages; WB Hull war breach voyages'],
    [['marine-war', 'cargo'], 'Q Cargo war/confiscation only'],
  ],
  'Marine liability': [
    [['marine-liability'], 'G Marine liability, other than claims made; GC Marine liability, claims made'],
  ],
  Cargo: [[['cargo'], 'V Cargo all risks incl. war; VL Cargo/property legal liability incl. care, custody, control']],
  Specie: [
    [
      ['specie'],
      `GS General specie incl. vault; CT Armoured carriers and cash in transit; JB Jewellers' block; FA Fine art`,
    ],
  ],
  Terrorism: [
    [
      ['terrorism', 'contingency-terror-only'],
      'TO Terrorism stand-alone, overseas; TU Terrorism stand-alone, UK, not Pool Re',
    ],
    [['terrorism'], 'WL War on land'],
  ],
  PA: [
    [
      ['personal-accident'],
      'KG Personal accident and health, general; KS PA incl. sports disability; KT PA for travel package schemes',
    ],
  ],
  Contingency: [
    [[CANCELLATION, BOTH], 'PC Cancellation and abandonment'],
    [[APPEARANCE, BOTH], 'PN Non-appearance'],
    [CONTINGENCY, 'PU Miscellaneous contingency; PB Product recall'],
  ],
  'Credit/political': [
    [
      ['property-financial'],
      'CF Contract frustration; CR Credit risk; PR Political risk (not vessels/aircraft confiscation)',
    ],
  ],
  'Casualty treaty': [
    [['casualty-treaty-lt-risk', 'casualty-treaty-st-risk'], 'XF Casualty treaty XL, US, risk exposed'],
    [['casualty-treaty-lt-cat', 'casualty-treaty-st-cat'], 'XQ Casualty treaty XL, US, clash'],
    [
      classesOf('Casualty Treaty'),
      'XG Casualty treaty XL, ex-US, claims made; XH Casualty treaty XL, ex-US, losses occurring',
    ],
  ],
  Aviation: [[['transportation'], 'H2 Airline hull; L2 Airline liability']],
};

const PARTNERS = `9101 Alder; 9112 Beacon; 9120 Cormorant; 9133 Drumlin; 9147 Estuary; 9158 Fulmar; 9164 Greywater;
  9172 Hawthorn; 9185 Isthmus; 9190 Juniper; 9203 Kestrel; 9214 Longreach`;

/**
 * Initial content of the lists. Brokers and partners are fictional, so that no real company is shown with an appetite
 * that it never stated.
 */
export const DEMO_REFERENCE: ReferenceContent = {
  lists: {
    risk_codes: Object.entries(RISK_CODES).flatMap(([group, parts]) =>
      parts.flatMap(([classes, options]) => coded(options, group).map((option) => ({ ...option, classes }))),
    ),
    brokers: named(`Anchor Risk; Bellwether Broking; Cardinal Marine; Dovetail Partners; Eastgate; Fairlead;
      Gantry Specialty; Holdfast; Ironbridge; Jetty & Co; Keystone Re; Lighthouse Wholesale; Millrace; Northing Brokers`),
    countries:
      coded(`GB United Kingdom; US United States; CA Canada; AU Australia; DE Germany; FR France; NL Netherlands;
      IE Ireland; ES Spain; IT Italy; CH Switzerland; SE Sweden; NO Norway; SG Singapore; JP Japan; HK Hong Kong;
      BR Brazil; MX Mexico; AE United Arab Emirates; ZA South Africa; IN India; NZ New Zealand; EG Egypt;
      SA Saudi Arabia; YE Yemen; ER Eritrea; DJ Djibouti`),
    cyber_sectors: named(`Healthcare; Financial services; Retail; Manufacturing; Technology; Education; Public sector;
      Energy and utilities; Professional services; Transport and logistics; Media; Hospitality`),
    cyber_war_exclusions: [
      ...clauses('LMA5564A; LMA5564B', 'Type 1'),
      ...clauses('LMA5565A; LMA5565B; LMA5566A; LMA5566B', 'Type 2'),
      ...clauses('LMA5567A; LMA5567B', 'Type 3'),
    ],
    placing_bases: named(`Open market; Line slip declaration; Binding authority; Consortium; Broker facility;
      Facultative reinsurance; Treaty`),
    pi_limit_types: named(`Any one claim, costs in addition; Any one claim, costs inclusive;
      Aggregate, costs in addition; Aggregate, costs inclusive; Any one claim with one reinstatement`),
    pi_professional_categories: named(`Lawyers; Accountants; Architects; Engineers; Surveyors and valuers;
      Insurance brokers; Technology consultants; Management consultants; Recruitment; Miscellaneous`),
    canada_provinces: coded(`AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick;
      NL Newfoundland and Labrador; NS Nova Scotia; ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan`),
    primary_dimensions: coded(`PD1 Primary limit up to $5m; PD2 Primary limit over $5m, up to $10m;
      PD3 Primary limit over $10m; PD4 Primary retention under $1m; PD5 Primary retention $1m or more`),
  },
  partners: coded(PARTNERS).map(({ code, label }) => ({ number: Number(code), name: label })),
};

const { brokers: _invented, ...lists } = DEMO_REFERENCE.lists;
/** The same without fictional content: real deployments add their own brokers and partners. */
export const STARTING_REFERENCE: ReferenceContent = { lists, partners: [] };
