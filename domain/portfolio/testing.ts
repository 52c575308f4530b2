import fc from 'fast-check';
import { risk } from '#domain/evaluation/testing.ts';
import type { PortfolioRisk } from './portfolio.ts';

const number = fc
  .oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom(0.1, -2.75, 255, 256, 65_536, 4_294_967_294, 4_294_967_295, 4_294_967_296, 1e300, 2 ** 53),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((any) => (Object.is(any, -0) ? 0 : any));
const text = fc.oneof(
  fc.constantFrom('A', 'B', 'C', 'Zürich', '東京', 'x,y', '1', '__proto__', ''),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const some = fc.array(text, { minLength: 1, maxLength: 7 });

/** Random risks of one class: most match random buckets, some have values that no dial uses. */
export const portfolioRisks = (size: fc.ArrayConstraints): fc.Arbitrary<PortfolioRisk[]> =>
  fc.tuple(fc.boolean(), fc.array(oneRisk, size)).map(([hasPremiums, risks]) =>
    risks.map((one, row) => ({
      ...one,
      reference: `${one.reference}-${row}`,
      premium: hasPremiums ? one.premium : null,
    })),
  );

const oneRisk: fc.Arbitrary<PortfolioRisk> = fc
  .record({
    reference: text,
    cob: fc.constant('cyber-privacy-and-tech'),
    risk,
    odd: fc.option(
      fc.record(
        { brokers: some, risk_codes: some, revenue_ranges: number, company_size_change_ranges: number },
        {
          requiredKeys: [],
        },
      ),
    ),
    premium: fc.option(fc.oneof(fc.nat(9), fc.integer({ min: 0, max: 5_000_000_000 }))),
    kept: fc.dictionary(
      fc.oneof(fc.constantFrom('Year', 'Région', '__proto__'), text),
      fc.oneof(text, fc.constantFrom('2025', '2026')),
      { maxKeys: 3, noNullPrototype: true },
    ),
  })
  .map(({ odd, risk: usual, ...rest }) => ({
    ...rest,
    risk: { ...usual, dimensions: { ...usual.dimensions, ...odd } },
  }));
