import { type Apart, whatKeepsApart } from '#domain/bucket/overlap.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { formatShort } from '#domain/dimension/format.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { choiceName } from '#web/dimension/changeWords.ts';

/** `verdict` is set strong; `reason` follows it. */
export type ApartWords = Readonly<{ verdict: string; reason: string; apart: boolean }>;

/** "Their … meet at $50m": the labels of the registry name one. */
const MANY: Partial<Record<DimensionKey, string>> = {
  attachment_point_ranges: 'attachment points',
  nominated_syndicate_line_ranges: 'nominated syndicate lines',
  revenue_ranges: 'revenues',
  company_size_ranges: 'company sizes',
  company_size_change_ranges: 'changes in company size',
  company_bankruptcy_index_ranges: 'bankruptcy indices',
  company_days_since_ipo_ranges: 'days since IPO',
  bi_cover_waiting_period_ranges: 'BI waiting periods',
  lawyer_exposure_count_ranges: 'numbers of lawyers',
};

const EITHER_WAY = 'so their order does not matter.';

/** Whether some risk can match both dials, and why not. `first`: A or B, the one higher in the list. */
export function apartWords(a: DialData, b: DialData, first: string, nameOption: NameOption): ApartWords {
  const apart = whatKeepsApart(a, b);
  if (apart === undefined)
    return {
      verdict: 'A risk can match both:',
      reason: `the one higher in the list decides. Here that is ${first}.`,
      apart: false,
    };
  return {
    verdict: 'No risk can match both.',
    reason: `${reasonOf(apart, a, b, nameOption)}, ${EITHER_WAY}`,
    apart: true,
  };
}

function reasonOf(apart: Apart, a: DialData, b: DialData, nameOption: NameOption): string {
  if (apart.by === 'window') return 'They are never active on the same day';
  if (apart.by === 'journeys') return 'They are for risks that arrive in different ways';
  const { key, meetAt } = apart;
  const dimension = dimensionOf(key);
  if (dimension.kind === 'intervals') {
    const many = MANY[key] ?? dimension.label;
    if (meetAt === null) return `Their ${many} do not overlap`;
    return `Their ${many} meet at ${formatShort(meetAt, dimension.unit)} and do not overlap`;
  }
  const name = (data: DialData) => choiceName(key, choiceOf(data.dimensions[key]), nameOption);
  return `${dimension.label} is ${name(a)} for A and ${name(b)} for B`;
}

const choiceOf = (value: unknown): string | boolean | null =>
  typeof value === 'string' || typeof value === 'boolean' ? value : null;
