import type { KnownBucketDial, Partner } from '#contract/bucket.ts';
import type { LayeredBucket } from '#contract/bucket-layers.ts';
import type { DialRow } from '#contract/dial.ts';
import type { User } from '#contract/user.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { Requirement } from '#domain/user/permission.ts';
import { ADMIN_TABS, addressOf } from '#web/admin/address.ts';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import {
  type BucketAddress,
  bucketAddress,
  BUCKETS_ADDRESS,
  classLabel,
  partnerAddress,
  partnerText,
} from '#web/bucket/address.ts';
import type { Recent } from '#web/base/page/recent.ts';
import { userAddress } from '#web/user/query.ts';
import type { Item } from './item.ts';

type Matrix = ApiAnswer<'getBucketMatrix'>;
type May = (needs: Requirement) => boolean;

export const bucketId = (partner: number, cob: string): string => `bucket ${partner} ${cob}`;
export const draftId = (partner: number, cob: string): string => `draft ${partner} ${cob}`;
const dialItemId = (id: string): string => `dial ${id}`;
const personId = (id: string): string => `person ${id}`;

/** Buckets with their drafts, partners and classes: everything in the matrix. */
export function matrixItems({ partners, cells }: Matrix, may: May): readonly Item[] {
  const named = new Map(partners.map((partner) => [partner.number, partner]));
  const mayEdit = may({ scope: 'bucket', action: 'edit' });
  const buckets = cells.flatMap(({ partner, cob, status }): Item[] => {
    const { number, name }: Partner = named.get(partner) ?? { number: partner, name: '' };
    const common = {
      group: 'buckets',
      tag: partnerText({ number, name }),
      also: cob,
      icon: 'bucket',
      ...(mayEdit && status !== 'pending_review' && { edit: bucketAddress({ partner, cob }, 'edit') }),
    } as const;
    const text = classLabel(cob);
    const live = {
      ...common,
      id: bucketId(partner, cob),
      text,
      to: bucketAddress({ partner, cob }),
      status: 'active',
    } as const;
    if (status === 'active') return [live];
    const to = bucketAddress({ partner, cob }, 'draft');
    return [live, { ...common, id: draftId(partner, cob), text: `Draft of ${text}`, to, status }];
  });
  return [...buckets, ...classItems(cells), ...partners.map(partnerItem)];
}

/** An area of the product; `letter` follows g on the keyboard. */
export type PaletteArea = Readonly<{ label: string; to: string; letter: string }>;

const AREA_ICONS: Readonly<Record<string, Item['icon']>> = {
  h: 'home',
  d: 'dial',
  b: 'bucket',
  u: 'person',
  a: 'admin',
};

/** The areas, and the tabs of the administration. */
export function areaItems(areas: readonly PaletteArea[]): readonly Item[] {
  const isAdmin = areas.some(({ to }) => to === addressOf('appetites'));
  const pages = [
    ...areas.map(({ label, to, letter }) => ({
      text: label,
      to,
      keys: `g ${letter}`,
      icon: AREA_ICONS[letter] ?? 'page',
    })),
    ...(isAdmin ? ADMIN_TABS : []).map(({ value, label }) => ({
      text: `Admin: ${label}`,
      to: addressOf(value),
      icon: 'admin' as const,
    })),
  ];
  // The first tab of the administration has the address of its area.
  return pages.map((page) => ({ ...page, id: `page ${page.text}`, group: 'pages' }));
}

const classItems = (cells: Matrix['cells']): readonly Item[] => {
  const there = new Set(cells.map(({ cob }) => cob));
  return CLASSES.filter(({ slug }) => there.has(slug)).map(({ slug, label }) => ({
    id: `class ${slug}`,
    group: 'classes',
    text: label,
    note: 'all partners',
    to: `${BUCKETS_ADDRESS}?cob=${slug}`,
    icon: 'class',
  }));
};

const partnerItem = (partner: Partner): Item => ({
  id: `partner ${partner.number}`,
  group: 'partners',
  text: partnerText(partner),
  to: partnerAddress(partner.number),
  icon: 'partner',
});

/** Only those who may create dials can edit one; the list says which. */
export const dialItem = ({ id, name, status, version, draft_version, editable }: DialRow, may: May): Item => ({
  id: dialItemId(id),
  group: 'dials',
  text: name,
  ...(draft_version !== null && { note: `v${draft_version} draft open` }),
  to: `/dials/${id}`,
  ...(editable && may({ scope: 'dials', action: 'create' }) && { edit: `/dial/${id}` }),
  icon: 'dial',
  status,
  version,
});

export const personItem = ({ id, name, email }: Pick<User, 'id' | 'name' | 'email'>): Item => ({
  id: personId(id),
  group: 'people',
  text: name,
  note: email,
  to: userAddress(id),
  icon: 'person',
});

/** Everyone with a draft, also found by what they edit. */
export function editorItems(buckets: readonly LayeredBucket[]): readonly Item[] {
  const drafts = buckets.flatMap(({ partner, cob, draft }) =>
    draft?.state === 'draft' ? [{ by: draft.by, name: `${partner} ${classLabel(cob)}` }] : [],
  );
  return [...Map.groupBy(drafts, ({ by }) => by.id).values()].flatMap(([first, ...others]): Item[] => {
    if (first === undefined) return [];
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return [
      {
        ...personItem({ ...first.by, email: '' }),
        note: `edits ${first.name}${more}`,
        also: others.map(({ name }) => name).join(' '),
      },
    ];
  });
}

/** The dials of a bucket, by position. */
export const bucketDialItem = (dial: KnownBucketDial, position: number, partner: number): Item => ({
  id: dialItemId(dial.dial_id),
  group: 'dials',
  text: dial.data.name,
  note: `at ${position} in ${partner}`,
  to: `/dials/${dial.dial_id}`,
  icon: 'dial',
  version: dial.version,
});

/** The bucket of an item. */
export function addressOfItem(id: string | undefined): BucketAddress | undefined {
  const [, partner, cob] = /^(?:bucket|draft) (\d+) (\S+)$/.exec(id ?? '') ?? [];
  return partner === undefined || cob === undefined ? undefined : { partner: Number(partner), cob };
}

const PLACES = [
  { at: /^\/syndicate\/(\d+)\/bucket\/([^/]+)(\/draft)?/, needs: { scope: 'bucket', action: 'view' } },
  { at: /^\/dials?\/([^/]+)/, needs: { scope: 'dials', action: 'view' } },
  { at: /^\/users\/([^/]+)/, needs: { scope: 'user', action: 'view' } },
] as const satisfies readonly Readonly<{ at: RegExp; needs: Requirement }>[];

/** Recent items that the person may still see. */
export function recentItem({ path, name, at: opened }: Recent, may: May): Item | undefined {
  const [bucket, dial, person] = PLACES.map(({ at, needs }) => (may(needs) ? at.exec(path) : null));
  if (bucket) {
    const [, number = '', cob = '', draft] = bucket;
    const partner = Number(number);
    const id = draft === undefined ? bucketId(partner, cob) : draftId(partner, cob);
    const to = bucketAddress({ partner, cob }, draft === undefined ? undefined : 'draft');
    const text = draft === undefined ? classLabel(cob) : `Draft of ${classLabel(cob)}`;
    return { id, group: 'buckets', text, tag: number, to, icon: 'bucket', opened };
  }
  const [, id = ''] = dial ?? person ?? [];
  if (dial) return { id: dialItemId(id), group: 'dials', text: name, to: `/dials/${id}`, icon: 'dial', opened };
  if (person) return { ...personItem({ id: decodeURIComponent(id), name, email: '' }), note: '', opened };
  return undefined;
}

/** Merges an object and its last visit into one item. */
export function joinRecent(items: readonly Item[], recent: readonly Item[]): readonly Item[] {
  const opened = new Map(recent.toReversed().map((item) => [item.id, item]));
  const ids = new Set(items.map(({ id }) => id));
  const others = [...opened.values()].filter(({ id }) => !ids.has(id)).toReversed();
  return [...others, ...items.map((item) => ({ ...item, ...openedOf(opened.get(item.id)) }))];
}

const openedOf = (item: Item | undefined) => (item?.opened === undefined ? {} : { opened: item.opened });

/** The actions on the first hit. */
export function actionsOn({ id, group, text, tag, to, edit, status }: Item): readonly Item[] {
  const common = { group: 'actions' } as const;
  if (group === 'dials')
    return edit === undefined
      ? []
      : [{ ...common, id: `edit ${id}`, text: 'Edit Dial', note: text, to: edit, icon: 'edit', keys: 'mod+Enter' }];
  if (group !== 'buckets') return [];
  const name = `${tag?.split(' ')[0] ?? ''} ${text.replace(/^Draft of /, '')}`;
  return [
    ...(edit === undefined
      ? []
      : [
          {
            ...common,
            id: `edit ${id}`,
            text: 'Edit Bucket',
            note: name,
            to: edit,
            icon: 'edit',
            keys: 'mod+Enter',
          } as const,
        ]),
    ...(status === 'pending_review'
      ? [{ ...common, id: `review ${id}`, text: 'Review Bucket', note: name, to, icon: 'review' } as const]
      : []),
    { ...common, id: `try ${id}`, text: 'Try a risk', note: `in ${name}`, to: `${to}?try=`, icon: 'try' },
  ];
}
