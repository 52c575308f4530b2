/** A book of this size is added to the demo's, which is the smallest of the three. */
export type Size = Readonly<{
  dials: number;
  /** One bucket for each of them and each class of the demo. */
  partners: number;
  /** Of each dial; a bucket has between so many and twice as many. */
  versions: number;
  /** Dials in a small bucket. The largest have five times as many, where their class has so many. */
  entries: number;
  drafts: number;
  reviews: number;
  people: number;
  /** Records of the audit, and half as many events of usage. */
  records: number;
  notifications: number;
  /** With counted decisions, up to today. */
  days: number;
}>;

export const SIZES = {
  M: {
    dials: 2_000,
    partners: 20,
    versions: 4,
    entries: 20,
    drafts: 46,
    reviews: 10,
    people: 500,
    records: 200_000,
    notifications: 20_000,
    days: 30,
  },
  L: {
    dials: 20_000,
    partners: 60,
    versions: 5,
    entries: 60,
    drafts: 460,
    reviews: 100,
    people: 5_000,
    records: 2_000_000,
    notifications: 200_000,
    days: 30,
  },
} as const satisfies Record<'M' | 'L', Size>;
export type SizeName = keyof typeof SIZES;
