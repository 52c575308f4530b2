import type { ChangeCounts } from '#domain/bucket/change-kind.ts';
import type { Status } from '#web/kit/StatusChip.tsx';

/** In the order in which they are offered for narrowing. */
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

/** Something to open or to run. */
export type Item = Readonly<{
  /** The same object has the same id, whatever its source. */
  id: string;
  group: GroupKey;
  /** Its name. */
  text: string;
  /** In a badge beside it: the partner of a bucket. */
  tag?: string;
  /** Muted, beside it. */
  note?: string;
  /** Further search words. */
  also?: string;
  to: string;
  /** Its edit page, if the person may edit it. */
  edit?: string;
  /** When the person last opened it. */
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
  /** The live version of a bucket, or the version of a dial. */
  version?: number;
  changes?: ChangeCounts;
  /** Run instead of navigating to `to`. */
  run?: () => void;
}>;
