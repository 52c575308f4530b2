type UnitFacts = Readonly<{
  /** Beside an input; empty where a bare number says enough. */
  label: string;
  /** `$3.5m`, `8 hours`, `25%`: a number without its sign. */
  format: (size: number) => string;
  /** A tick label, where it is shorter: `8 h`. */
  tick?: (value: number) => string;
  /** "5 to 8 hours": the first number of an interval goes without the unit. */
  isWord?: true;
  /** Amounts spread over decades: lines and charts are logarithmic. */
  isLogarithmic?: true;
  /** Amounts of money, in US dollars. */
  isMoney?: true;
  /** In a file, 5k and 12.5m are thousands and millions. */
  hasSuffixes?: true;
  /** What may follow a number in a file: "12 hrs". */
  suffix?: RegExp;
  /** For a cell of a file that is no number. */
  notANumber: string;
  /** Intervals, as a placeholder. */
  example: string;
  /** Numbers as people type them; files have the first. */
  numbers: readonly [string, ...string[]];
}>;

const STEPS: readonly (readonly [at: number, suffix: string])[] = [
  [1e9, 'bn'],
  [1e6, 'm'],
  [1e3, 'k'],
];

/** Everything that depends on the unit of a number. */
export const UNITS = {
  usd: {
    label: 'USD',
    format: (size) => `$${shorten(size)}`,
    isLogarithmic: true,
    isMoney: true,
    hasSuffixes: true,
    notANumber: 'Not a number. Write 12.5m or 12500000',
    example: '[5m,50m)',
    numbers: ['3,500,000', '350k', '3.5m'],
  },
  percent: {
    label: '%',
    format: (size) => `${size}%`,
    suffix: /\s*%$/,
    notANumber: 'Not a percentage. Write 12.5%',
    example: '[10,25]',
    numbers: ['35', '12.5'],
  },
  hours: {
    label: 'hours',
    format: (size) => `${grouped(size)} ${size === 1 ? 'hour' : 'hours'}`,
    tick: (value) => `${grouped(value)} h`,
    isWord: true,
    suffix: /\s*(?:hours|hour|hrs|hr|h)$/i,
    notANumber: 'Not a number of hours. Write 12',
    example: '[8,12]',
    numbers: ['8', '12'],
  },
  days: {
    label: 'days',
    format: (size) => `${grouped(size)} ${size === 1 ? 'day' : 'days'}`,
    tick: (value) => `${grouped(value)} d`,
    isWord: true,
    suffix: /\s*(?:days|day|d)$/i,
    notANumber: 'Not a number of days. Write 365',
    example: '[0,365)',
    numbers: ['90', '365'],
  },
  count: {
    label: '',
    format: (size) => grouped(size),
    hasSuffixes: true,
    notANumber: 'Not a number. Write 2500',
    example: '[1,250]',
    numbers: ['250', '2,500'],
  },
  index: {
    label: '',
    format: (size) => grouped(size),
    notANumber: 'Not a number. Write 3.4',
    example: '[-5,1.81)',
    numbers: ['3.4', '12'],
  },
} as const satisfies Record<string, UnitFacts>;

export type Unit = keyof typeof UNITS;
export const unitFacts = (unit: Unit): UnitFacts => UNITS[unit];

/** What to type instead of text that is no number: an example of the unit. */
export function unreadableNumber(unit: Unit): string {
  const { numbers } = unitFacts(unit);
  return `Please give a number like ${[numbers.slice(0, -1).join(', '), ...numbers.slice(-1)].filter(Boolean).join(' or ')}`;
}

/** `$3.5m`, `8 hours`, `25%`: for sentences and tick labels. */
export const formatShort = (value: number, unit: Unit): string =>
  `${value < 0 ? '−' : ''}${UNITS[unit].format(Math.abs(value))}`;

/** `3,500,000`: for columns, whose head names the unit. */
export function grouped(value: number): string {
  const [whole = '', decimals] = String(Math.abs(value)).split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${value < 0 ? '−' : ''}${groups}${decimals ? `.${decimals}` : ''}`;
}

function shorten(size: number): string {
  for (const [at, suffix] of STEPS) {
    const scaled = size / at;
    if (scaled >= 1 && Number(scaled.toPrecision(4)) === scaled) return `${scaled}${suffix}`;
  }
  return grouped(size);
}
