/** The five things a dial can set. Money is whole US dollars, shares are percent. */
export const EXPIRING_LINE_OPTIONS = [
  { value: 'maintains', label: 'Maintains' },
  { value: 'ignores', label: 'Ignores' },
  { value: 'expiring_line', label: 'Expiring line' },
] as const;
export type ExpiringLine = (typeof EXPIRING_LINE_OPTIONS)[number]['value'];

export const VALUES = {
  ignore_expiring_line: { label: 'Ignore expiring line', kind: 'option', unit: null },
  lead_share_cap: { label: 'Lead share cap', kind: 'number', unit: 'percent' },
  max_line: { label: 'Max line', kind: 'number', unit: 'usd' },
  min_line: { label: 'Min line', kind: 'number', unit: 'usd' },
  policy_share_cap: { label: 'Policy share cap', kind: 'number', unit: 'percent' },
} as const;

export type ValueKey = keyof typeof VALUES;
export const VALUE_KEYS = Object.keys(VALUES) as readonly ValueKey[];

/** A value that is not set is decided by the next dial that matches. */
export type DialValues = Readonly<{
  ignore_expiring_line?: ExpiringLine | undefined;
  lead_share_cap?: number | undefined;
  max_line?: number | undefined;
  min_line?: number | undefined;
  policy_share_cap?: number | undefined;
}>;
