import type { Dimension, RiskValueOf, ValueOf } from './dimension.ts';
import { CLASS_DIMENSIONS } from './registry.classes.ts';

/**
 * All dimensions, first those of every class. Form, checks, API, search, diff, comparison, evaluation, import and export are
 * driven by this: one entry adds a dimension. Evaluation checks them in this order.
 */
export const DIMENSIONS = {
  risk_codes: {
    kind: 'options',
    label: 'Risk codes',
    summaryOrder: 1,
    help: 'Any of these matches',
    group: 'Placement',
    list: 'risk_codes',
    clause: 'the risk code is',
  },
  is_primary: {
    kind: 'one-of',
    label: 'Primary or excess',
    help: 'Position of the layer',
    group: 'Placement',
    options: [
      { value: 'primary', label: 'Primary' },
      { value: 'excess', label: 'Excess' },
    ],
    clause: 'the layer is',
  },
  attachment_point_ranges: {
    kind: 'intervals',
    label: 'Attachment point',
    short: 'attachment',
    plural: 'attachment points',
    help: 'USD, one or more intervals',
    group: 'Placement',
    unit: 'usd',
    axis: { from: 0, to: 250e6, marks: [0, 100e6, 25e6, 50e6, 10e6, 250e6, 5e6] },
    clause: 'it attaches',
  },
  placing_bases: {
    kind: 'options',
    label: 'Placing bases',
    help: 'How the risk is placed',
    group: 'Placement',
    list: 'placing_bases',
    clause: 'the placing basis is',
  },
  brokers: {
    kind: 'options',
    label: 'Brokers',
    help: 'Any of these matches',
    group: 'Placement',
    list: 'brokers',
    clause: 'the broker is',
  },
  nominated_syndicate_numbers: {
    kind: 'options',
    label: 'Nominated syndicates',
    help: 'Syndicates named on the slip',
    group: 'Placement',
    list: 'partners',
    clause: 'the nominated syndicate is',
  },
  nominated_syndicate_line_ranges: {
    kind: 'intervals',
    label: 'Nominated syndicate line',
    short: 'nominated line',
    plural: 'nominated syndicate lines',
    help: 'Percent, one or more intervals',
    group: 'Placement',
    unit: 'percent',
    axis: { from: 0, to: 100, marks: [0, 100, 50, 25, 75] },
    clause: 'the nominated syndicate’s line is',
  },
  primary_dimension_ids: {
    kind: 'options',
    label: 'Primary dimensions',
    help: 'References of the primary layer',
    group: 'Placement',
    list: 'primary_dimensions',
    clause: 'the primary dimension is',
  },
  revenue_ranges: {
    kind: 'intervals',
    label: 'Revenue',
    plural: 'revenues',
    help: 'USD, one or more intervals',
    group: 'Company',
    unit: 'usd',
    axis: { from: 0, to: 10e9, marks: [0, 1e9, 100e6, 10e9, 10e6] },
    clause: 'revenue is',
  },
  company_size_ranges: {
    kind: 'intervals',
    label: 'Company size',
    plural: 'company sizes',
    help: 'Employees, one or more intervals',
    group: 'Company',
    unit: 'count',
    axis: { from: 0, to: 10_000, marks: [0, 10_000, 5000, 2500, 7500] },
    clause: 'the number of employees is',
  },
  company_size_change_ranges: {
    kind: 'intervals',
    label: 'Company size change',
    short: 'size change',
    plural: 'changes in company size',
    help: 'Percent, negative numbers allowed',
    group: 'Company',
    unit: 'percent',
    axis: { from: -100, to: 200, marks: [0, -100, 100, 200, 50, -50, 150] },
    negative: true,
    clause: 'the change in company size is',
  },
  company_bankruptcy_index_ranges: {
    kind: 'intervals',
    label: 'Bankruptcy index',
    plural: 'bankruptcy indices',
    help: 'Index, negative numbers allowed',
    group: 'Company',
    unit: 'index',
    axis: { from: -5, to: 10, marks: [0, -5, 10, 5] },
    negative: true,
    clause: 'the bankruptcy index is',
  },
  company_days_since_ipo_ranges: {
    kind: 'intervals',
    label: 'Days since IPO',
    plural: 'days since IPO',
    help: 'Days, one or more intervals',
    group: 'Company',
    unit: 'days',
    axis: { from: 0, to: 3650, marks: [0, 3650, 1825, 365] },
    clause: 'the time since the IPO is',
  },
  company_first_year_issuance: {
    kind: 'yes-no',
    label: 'First-year issuance',
    help: 'First policy of the company',
    group: 'Company',
    clause: ['it is a first-year issuance', 'it is not a first-year issuance'],
  },
  company_listed_statuses: {
    kind: 'choices',
    label: 'Listed status',
    help: 'Any of these matches',
    group: 'Company',
    options: [
      { value: 'listed', label: 'Listed' },
      { value: 'private', label: 'Private' },
      { value: 'failed', label: 'Failed' },
    ],
    clause: 'the company is',
  },
  domicile_countries: {
    kind: 'options',
    label: 'Domicile',
    short: 'countries',
    help: 'Any of these matches',
    group: 'Company',
    list: 'countries',
    clause: 'the insured is domiciled in',
  },
  ...CLASS_DIMENSIONS,
} as const satisfies Record<string, Dimension>;

export type DimensionKey = keyof typeof DIMENSIONS;
export const DIMENSION_KEYS = Object.keys(DIMENSIONS) as readonly DimensionKey[];

/** The restrictions of a dial. An unset dimension matches every risk. */
export type DialDimensions = { readonly [K in DimensionKey]?: ValueOf<(typeof DIMENSIONS)[K]> | undefined };

/** The values of a risk. A missing dimension is unknown. */
export type RiskDimensions = { readonly [K in DimensionKey]?: RiskValueOf<(typeof DIMENSIONS)[K]> | undefined };

export const dimensionOf = (key: DimensionKey): Dimension => DIMENSIONS[key];
