import { MAX_OPTIONS } from '#domain/dimension/dimension.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';

/** How a risk arrives. None selected = all. */
export const JOURNEYS = [
  { value: 'new_business', label: 'New business' },
  { value: 'renewal', label: 'Renewal' },
  { value: 'mid_term_adjustment', label: 'Mid-term adjustment' },
  { value: 'line_slip_declaration', label: 'Line slip declaration' },
  { value: 'facility', label: 'Facility' },
  { value: 'electronic_placement', label: 'Electronic placement' },
] as const;
export type Journey = (typeof JOURNEYS)[number]['value'];

/** The data of a dial version. Days are UTC, `YYYY-MM-DD`; `active_from` is inclusive, `active_until` exclusive. */
export type DialData = Readonly<{
  name: string;
  description: string;
  tags: readonly string[];
  authors: readonly string[];
  journeys: readonly Journey[];
  /** Why this version exists. */
  reason: string;
  dimensions: DialDimensions;
  values: DialValues;
  active_from: string | null;
  active_until: string | null;
}>;

export const EMPTY_DIAL: DialData = {
  name: '',
  description: '',
  tags: [],
  authors: [],
  journeys: [],
  reason: '',
  dimensions: {},
  values: {},
  active_from: null,
  active_until: null,
};

export const LIMITS = {
  name: 120,
  description: 2000,
  reason: 500,
  tag: 40,
  tags: 20,
  authors: 20,
  options: MAX_OPTIONS,
} as const;

/** The data of a duplicate: a new name, no reason, and no dates in the past. */
export function copyDial(data: DialData, today: string): DialData {
  const { active_from: from, active_until: until } = data;
  return {
    ...data,
    name: nameOfCopy(data.name),
    reason: '',
    active_from: from !== null && from < today ? null : from,
    active_until: until !== null && until <= today ? null : until,
  };
}

/** The name of a copy: "Cyber excess (copy)", then "(copy 2)". */
function nameOfCopy(name: string): string {
  const [, base = name, , number] = /^(.*?) \(copy( (\d+))?\)$/.exec(name) ?? [];
  const suffix = base === name ? ' (copy)' : ` (copy ${Number(number ?? 1) + 1})`;
  return base.slice(0, LIMITS.name - suffix.length) + suffix;
}
