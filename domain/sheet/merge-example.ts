import { canonicalJson } from '#domain/audit/canonical.ts';
import type { ExampleData } from '#domain/example/example.ts';

export const dataOf = ({ name, risk, expected }: ExampleData): ExampleData => ({ name, risk, expected });

/** Three-way by field: what the sheet did not change stays as it is now. */
export function mergeExample(
  base: ExampleData,
  sheet: ExampleData,
  now: ExampleData,
): Readonly<{ data: ExampleData; isAsked: boolean }> {
  let isAsked = false;
  const merge = <T>(b: T, s: T, n: T): T => {
    const [was, typed, is] = [b, s, n].map((value) => canonicalJson(value ?? null));
    if (was === typed || typed === is) return n;
    if (is !== was) isAsked = true;
    return s;
  };
  const mergeFields = <T extends object>(b: T, s: T, n: T): T => {
    const keys = new Set([b, s, n].flatMap((one) => Object.keys(one) as (keyof T)[]));
    const merged = [...keys].map((key) => [key, merge(b[key], s[key], n[key])] as const);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as T;
  };
  const data = {
    name: merge(base.name, sheet.name, now.name),
    risk: {
      date: merge(base.risk.date, sheet.risk.date, now.risk.date),
      journey: merge(base.risk.journey, sheet.risk.journey, now.risk.journey),
      dimensions: mergeFields(base.risk.dimensions, sheet.risk.dimensions, now.risk.dimensions),
    },
    expected: mergeFields(base.expected, sheet.expected, now.expected),
  };
  return { data, isAsked };
}
