import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { Status } from '#web/kit/StatusChip.tsx';

/** In the order in which they are offered to be narrowed to. */
export const GROUPS = {
  buckets: 'Buckets',
  dials: 'Dials',
  classes: 'Classes',
  partners: 'Partners',
  people: 'People',
  pages: 'Go to',
  actions: 'Actions',
} as const;

export type GroupKey = keyof typeof GROUPS;
export const GROUP_KEYS = Object.keys(GROUPS) as readonly GroupKey[];

/** Something that can be opened, or done by opening a page. */
export type Item = Readonly<{
  /** The same thing has the same id wherever it comes from. */
  id: string;
  group: GroupKey;
  /** What it is called. */
  text: string;
  /** In a frame beside it: the partner of a bucket. */
  tag?: string;
  /** Quietly beside it. */
  note?: string;
  /** Words by which it is found, too. */
  also?: string;
  to: string;
  /** Where it can be changed, where the person may. */
  edit?: string;
  /** When the person last looked at it. */
  opened?: string;
  keys?: string;
  icon:
    | 'home'
    | 'bucket'
    | 'dial'
    | 'class'
    | 'partner'
    | 'person'
    | 'page'
    | 'edit'
    | 'try'
    | 'create'
    | 'review'
    | 'load'
    | 'admin'
    | 'keys';
  status?: Status;
  /** Of a bucket: the number of its live version. Of a dial: its version. */
  version?: number;
  changes?: ChangeCounts;
  /** Done instead of going to `to`. */
  run?: () => void;
}>;
