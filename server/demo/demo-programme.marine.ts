import { type DemoProgramme, dialsOf, line, REFERRAL, risk, shares } from './demo-programme.ts';

const cargo = dialsOf('Cargo');
const hull = dialsOf('Hull');
const war = dialsOf('Marine war');
const energy = dialsOf('Energy');

const CARGO: DemoProgramme = {
  cob: 'cargo',
  partners: [9101, 9112, 9120, 9133, 9147, 9158, 9164, 9185, 9190, 9214],
  dials: [
    cargo(
      'war only, Red Sea and Gulf: Quoted voyage by voyage while the situation lasts.',
      { risk_codes: ['Q'], domicile_countries: ['EG', 'SA', 'YE', 'ER', 'DJ', 'AE'] },
      line(1, { policy: 2.5 }, '123'),
      { window: { until: 23 } },
    ),
    'Cargo facility, quota share',
    cargo(
      'stock throughput over $1bn: Goods of large manufacturers, at rest and in transit.',
      { risk_codes: ['V'], revenue_ranges: '[1000000000,)' },
      line(4, { min: 250, lead: 30, policy: 5 }, '123'),
    ),
    cargo(
      'excess stock, over $25m: Warehouses above what one fire can reach.',
      { is_primary: 'excess', attachment_point_ranges: '[25000000,)' },
      line(5, { min: 500, lead: 50, policy: 10 }, '12'),
    ),
    cargo(
      'legal liability, United States: Forwarders and warehouse keepers under American law.',
      { risk_codes: ['VL'], domicile_countries: ['US'] },
      line(1.5, { lead: 25, policy: 5 }, '13'),
    ),
    cargo(
      'vehicles from Japan and Germany: Car carriers and storage compounds, with hail apart.',
      { risk_codes: ['V'], domicile_countries: ['JP', 'DE'], revenue_ranges: '[100000000,1000000000)' },
      line(3.5, { min: 250, lead: 40, policy: 7.5 }, '12'),
    ),
    cargo(
      'commodities, Brazil and India: Sugar, grain and cotton; rejection excluded.',
      { risk_codes: ['V'], domicile_countries: ['BR', 'IN'] },
      line(2, { policy: 6 }, '2'),
    ),
    cargo(
      'small traders: Open covers of importers with up to $25m turnover.',
      { risk_codes: ['V'], revenue_ranges: '[0,25000000)' },
      line(2.5, { min: 50, lead: 75, policy: 15 }, '13'),
    ),
    cargo(
      'base appetite: What remains of the class.',
      { risk_codes: ['V', 'VL', 'Q'] },
      line(2.5, { min: 100, lead: 40, policy: 7.5, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -508, why: 'The cargo programme, with the facility of the year.' },
    { day: -208, why: 'Commodities, and smaller lines on American legal liability.' },
    { day: -62, why: 'The facility has ended; war only at the lines of the autumn.' },
  ],
  risks: [
    risk('Importer, $8m turnover', 'new_business', 'V GB', { revenue_ranges: 8_000_000 }),
    risk('Car maker, Japan', 'renewal', 'V JP', { revenue_ranges: 700_000_000 }),
    risk('Forwarder, United States', 'renewal', 'VL US', { revenue_ranges: 45_000_000 }),
  ],
};

const HULL: DemoProgramme = {
  cob: 'hull',
  partners: [9112, 9120, 9133, 9147, 9158, 9164, 9185, 9214],
  dials: [
    hull(
      'owners under financial stress: Maintenance is what a stressed owner saves first.',
      { risk_codes: ['T'], company_bankruptcy_index_ranges: '[-5,1.81)' },
      line(0.75, { policy: 2.5 }, '12'),
    ),
    hull(
      'ice trading, winter terms: Trading beyond the ice limits, from December to spring.',
      { risk_codes: ['T'], domicile_countries: ['NO', 'SE', 'CA'], revenue_ranges: '[0,500000000)' },
      line(1, { policy: 3 }, '3'),
      { window: { from: 12, until: 140 } },
    ),
    hull(
      'blue water, large fleets: Owners with more than $500m revenue and a safety record of five years.',
      { risk_codes: ['T'], revenue_ranges: '[500000000,)' },
      line(5, { min: 500, lead: 30, policy: 6 }, '123'),
    ),
    hull(
      'Nordic and Japanese owners: Owners whose clubs report every near miss.',
      { risk_codes: ['T'], domicile_countries: ['NO', 'SE', 'JP'] },
      line(4, { min: 250, lead: 40, policy: 8 }, '13'),
    ),
    hull(
      'coastal and inland operators: Small tonnage with local trading limits.',
      { risk_codes: ['T'], revenue_ranges: '[0,50000000)' },
      line(1.5, { min: 50, lead: 60, policy: 12.5 }, '12'),
    ),
    hull(
      'increased value and loss of hire: On top of a hull line that somebody else leads.',
      { risk_codes: ['B'] },
      line(2, { lead: 50, policy: 7.5 }, '13'),
    ),
    hull(
      'shipbuilding, Asian yards: Yards that deliver more than ten vessels a year.',
      { risk_codes: ['TS'], domicile_countries: ['JP', 'SG', 'HK', 'IN'] },
      line(3, { min: 250, lead: 30, policy: 5 }, '12'),
    ),
    hull('shipbuilding, other yards: One vessel at a time: every risk is referred.', { risk_codes: ['TS'] }, REFERRAL),
    hull(
      'yachts, professional crew: Yachts of private owners, with a survey every third year.',
      { risk_codes: ['O'] },
      line(1.25, { min: 25, lead: 60, policy: 15 }, '13'),
    ),
    hull(
      'base appetite: What remains of the class.',
      { risk_codes: ['T', 'B', 'TS', 'O'] },
      line(2, { min: 100, lead: 35, policy: 6, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -486, why: 'Hull: fleets by size, yards and yachts.' },
    {
      day: -226,
      why: 'Stressed owners apart from the rest, after two total losses.',
      comment: { text: 'Does the index know owners with one vessel?', dial: 'Hull owners under financial stress' },
    },
    { day: -99, why: 'Five million on blue water fleets for the second half year.' },
  ],
  risks: [
    risk('Norwegian tanker fleet', 'renewal', 'T NO', {
      revenue_ranges: 1_200_000_000,
      company_bankruptcy_index_ranges: 3.1,
    }),
    risk('River barges, Netherlands', 'new_business', 'T NL', {
      revenue_ranges: 14_000_000,
      company_bankruptcy_index_ranges: 2.6,
    }),
    risk('Motor yacht', 'electronic_placement', 'O GB'),
  ],
};

const WAR: DemoProgramme = {
  cob: 'marine-war',
  partners: [9101, 9112, 9120, 9147, 9158, 9185, 9203],
  dials: [
    'Marine war breach voyages, Red Sea',
    war(
      'breach voyages, Gulf: Calls at the Gulf, quoted every seven days.',
      { risk_codes: ['WB'], domicile_countries: ['AE', 'SA'] },
      line(3, { policy: 3 }, '12'),
    ),
    war(
      'breach voyages, large tankers: Values that only a few markets can share.',
      { risk_codes: ['WB'], revenue_ranges: '[1000000000,)' },
      line(4, { min: 500, lead: 25, policy: 2.5 }, '13'),
    ),
    war(
      'annual, blue water fleets: Annual cover of fleets with more than $250m revenue.',
      { risk_codes: ['W'], revenue_ranges: '[250000000,)' },
      line(6, { min: 500, lead: 40, policy: 7.5 }, '123'),
    ),
    war(
      'annual, other fleets: Annual cover of smaller owners.',
      { risk_codes: ['W'] },
      line(3, { min: 100, lead: 50, policy: 10 }, '12'),
    ),
    war(
      'cargo confiscation: Cargo war and confiscation only.',
      { risk_codes: ['Q'] },
      line(2, { lead: 50, policy: 7.5 }),
    ),
    war(
      'base appetite: What remains of the class.',
      { risk_codes: ['W', 'WB', 'Q'] },
      line(2, { min: 50, lead: 30, policy: 4, expiring: 'ignores' }, '13'),
    ),
  ],
  sets: [
    { day: -478, why: 'Annual war cover, and breach voyages to the Gulf.' },
    { day: -240, why: 'The Red Sea on its own terms.' },
    { day: -100, why: 'Annual cover at the lines of the renewal season.' },
  ],
  risks: [
    risk('Annual cover, bulk carrier fleet', 'renewal', 'W NO', { revenue_ranges: 400_000_000 }),
    risk('Call at Jebel Ali', 'new_business', 'WB AE', { revenue_ranges: 90_000_000 }),
  ],
};

const ENERGY: DemoProgramme = {
  cob: 'energy-operational',
  partners: [9101, 9112, 9120, 9133, 9147, 9158, 9164, 9203, 9214],
  dials: [
    'Energy onshore, CLOPI exposures',
    energy(
      'excess of $100m: Layers above the estimated maximum loss of most sites.',
      { is_primary: 'excess', attachment_point_ranges: '[100000000,)' },
      line(10, { min: 1000, lead: 50, policy: 7.5 }, '123'),
    ),
    energy(
      'offshore platforms, North Sea: Platforms under the British, Dutch and Norwegian regimes.',
      { risk_codes: ['EN'], energy_asset_location_type: 'offshore', domicile_countries: ['GB', 'NL', 'NO'] },
      line(8, { min: 500, lead: 30, policy: 6 }, '123'),
    ),
    energy(
      'control of well: Blowout, redrilling and pollution, outside of the Gulf.',
      { risk_codes: ['EZ'] },
      line(5, { min: 250, lead: 30, policy: 5 }, '12'),
    ),
    energy(
      'refineries over $1bn revenue: Large sites with one unit that earns most.',
      { risk_codes: ['EF'], energy_asset_location_type: 'onshore', revenue_ranges: '[1000000000,)' },
      line(7.5, { min: 500, lead: 25, policy: 4 }, '13'),
    ),
    energy(
      'joint ventures, partial interest: Scaled to the interest of the insured.',
      { energy_is_interest_100_all_assets: false, energy_asset_location_type: 'offshore' },
      shares({ policy: 3.5 }),
    ),
    energy(
      'power generation, Europe: Gas, hydro and biomass; turbines with a service contract.',
      { risk_codes: ['PG'], domicile_countries: ['GB', 'DE', 'FR', 'NL', 'ES', 'IT', 'SE', 'NO'] },
      line(7.5, { min: 250, lead: 40, policy: 8 }, '12'),
    ),
    energy(
      'power generation, Americas: The same with windstorm and flood sublimits.',
      { risk_codes: ['PG'], domicile_countries: ['US', 'CA', 'MX', 'BR'] },
      line(6, { min: 250, lead: 35, policy: 6 }, '2'),
    ),
    energy(
      'onshore, full interest, no CLOPI: The plain site: one owner and no dependent revenue.',
      {
        risk_codes: ['EF'],
        energy_asset_location_type: 'onshore',
        energy_has_clopi_or_cbi_exposures: false,
        energy_is_interest_100_all_assets: true,
      },
      line(9, { min: 500, lead: 50, policy: 10 }, '123'),
    ),
    energy(
      'operational, base appetite: What remains of the class.',
      { risk_codes: ['PG', 'EF', 'EN', 'EZ'] },
      line(4, { min: 250, lead: 30, policy: 5, expiring: 'expiring_line' }, '123'),
    ),
  ],
  sets: [
    { day: -497, why: 'Energy, operational: platforms, refineries and power.' },
    {
      day: -209,
      why: 'Power in the Americas, with sublimits for windstorm.',
      comment: { text: 'Sublimits are not a dimension. Who checks them?' },
    },
    { day: -83, why: 'A smaller share of the policy where production depends on others.' },
  ],
  risks: [
    risk('North Sea platform', 'renewal', 'EN GB', {
      energy_asset_location_type: 'offshore',
      energy_is_interest_100_all_assets: true,
    }),
    risk('Gas turbine plant, Germany', 'new_business', 'PG DE', {
      energy_asset_location_type: 'onshore',
      energy_is_interest_100_all_assets: true,
    }),
    risk('Refinery, $8bn revenue', 'renewal', 'EF US', {
      revenue_ranges: 8_000_000_000,
      energy_asset_location_type: 'onshore',
      energy_has_clopi_or_cbi_exposures: false,
      energy_is_interest_100_all_assets: true,
    }),
  ],
};

export const MARINE_PROGRAMMES: readonly DemoProgramme[] = [CARGO, HULL, WAR, ENERGY];
