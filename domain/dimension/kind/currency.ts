export const US_DOLLAR = 'USD';

/** How files mark amounts, besides the code itself. */
const MARKS = {
  USD: ['$', 'us$'],
  GBP: ['£', 'stg', 'ukp'],
  EUR: ['€', 'euro', 'euros'],
  AUD: ['a$', 'au$'],
  BRL: ['r$'],
  CAD: ['c$', 'ca$', 'can$'],
  CHF: ['sfr'],
  CNY: ['rmb'],
  DKK: [],
  HKD: ['hk$'],
  INR: ['₹', 'rs'],
  JPY: ['¥'],
  MXN: ['mx$'],
  NOK: [],
  NZD: ['nz$'],
  SEK: [],
  SGD: ['s$', 'sg$'],
  ZAR: [],
} as const satisfies Record<string, readonly string[]>;

export const CURRENCIES = Object.keys(MARKS) as [keyof typeof MARKS, ...(keyof typeof MARKS)[]];

const BY_MARK: ReadonlyMap<string, string> = new Map(
  CURRENCIES.flatMap((code) => [code.toLowerCase(), ...MARKS[code]].map((mark) => [mark, code] as const)),
);

/** The currency that a mark stands for, most likely. */
export const findCurrency = (mark: string): string | undefined => BY_MARK.get(mark.toLowerCase());

/** The currency that a column name ends with, in brackets or not, and the name without it: `GWP £`, `Revenue (GBP)`, `premium_eur`. */
export function splitHeader(name: string): Readonly<{ name: string; currency: string | undefined }> {
  const [, rest = '', mark = ''] = /^(.*?)[\s_([-]*([^\s_()[\]-]+?)[)\]]*\s*$/.exec(name) ?? [];
  const currency = findCurrency(mark);
  return currency === undefined || rest.trim() === '' ? { name, currency: undefined } : { name: rest, currency };
}
