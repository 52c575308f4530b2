import { OTHERS } from '#domain/audit/refusal-limit.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { LISTS } from '#domain/dimension/dimension.ts';
import type { Db } from '#server/db/connect.ts';
import { findNames, type Named, type ReadRow } from './audit.read.store.ts';

type Subject = Pick<ReadRow, 'object_type' | 'object_id' | 'detail'>;
type NameOf = (type: Named['type'], id: string) => string | undefined;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PEOPLE_KEYS = new Set(['person', 'shown_to']);
const PARTNER = /^\d{1,5}$/;

const SETTING_NAMES: Readonly<Record<string, string>> = { sign_in: 'How people sign in', setup: 'Setup' };

export type Names = Readonly<{
  aboutOf: (row: Subject) => string;
  /** The names of the dials and people in a record's detail. */
  namesIn: (row: Subject) => Record<string, string>;
}>;

/** Names the objects of a page of records, and those in their details; looks up all names together. */
export async function nameObjects(db: Db, rows: readonly Subject[]): Promise<Names> {
  const ids = (type: string) => [
    ...new Set(rows.filter(({ object_type }) => object_type === type).map(({ object_id }) => object_id)),
  ];
  const ofBuckets = ids('bucket').map((id) => addressOf(id).partner);
  const named = await findNames(db, {
    dials: [...new Set([...ids('dial'), ...rows.flatMap((row) => mentions(row).dials)])].filter((id) => UUID.test(id)),
    partners: [...new Set([...ids('partner'), ...ofBuckets])].filter((id) => PARTNER.test(id)).map(Number),
    people: [...new Set([...ids('person'), ...rows.flatMap((row) => mentions(row).people)])],
  });
  const names = new Map(named.map(({ type, id, name }) => [`${type} ${id}`, name]));
  const nameOf: NameOf = (type, id) => names.get(`${type} ${id}`);
  return {
    aboutOf: (row) => about(row, nameOf),
    namesIn: (row) => {
      const { dials, people } = mentions(row);
      const named = [...dials.map((id) => [id, nameOf('dial', id)]), ...people.map((id) => [id, nameOf('person', id)])];
      return Object.fromEntries(named.filter(([, name]) => name !== undefined)) as Record<string, string>;
    },
  };
}

/** The ids in a detail at any depth: dials by their format, people by their key. */
function mentions({ detail }: Subject): { dials: string[]; people: string[] } {
  const found = { dials: [] as string[], people: [] as string[] };
  const look = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (PEOPLE_KEYS.has(key)) found.people.push(value);
      else if (UUID.test(value)) found.dials.push(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [inner, part] of Object.entries(value)) look(part, inner);
  };
  look(detail, '');
  return found;
}

function about({ object_type, object_id: id, detail }: Subject, nameOf: NameOf): string {
  const partner = (number: string) => [number, nameOf('partner', number)].filter(Boolean).join(' ');
  switch (object_type) {
    case 'dial': {
      const name = nameOf('dial', id) ?? id;
      return typeof detail['version'] === 'number' ? `${name}, v${detail['version']}` : name;
    }
    case 'dials':
      return 'Import of dials';
    case 'bucket': {
      const { partner: number, cob } = addressOf(id);
      return `${findClass(cob)?.label ?? cob}, ${partner(number)}`;
    }
    case 'person':
      return nameOf('person', id) ?? (id === OTHERS ? 'Other people' : id);
    case 'setting':
      return SETTING_NAMES[id] ?? id;
    case 'partner':
      return partner(id);
    case 'engine':
    case 'portfolio':
      return typeof detail['name'] === 'string' ? detail['name'] : id;
    case 'reference_list':
      return [listName(id), optionName(detail)].filter(Boolean).join(', ');
    default:
      return id;
  }
}

function addressOf(id: string): { partner: string; cob: string } {
  const [partner = '', cob = ''] = id.split('/');
  return { partner, cob };
}

function listName(list: string): string {
  const name = Object.hasOwn(LISTS, list) ? LISTS[list as keyof typeof LISTS].plural : list;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The one option that a list record is about; undefined if there are several. */
function optionName({ became, was, code }: Readonly<Record<string, unknown>>): string | undefined {
  const added: unknown = Array.isArray(became) && became.length === 1 ? became[0] : undefined;
  const label = labelOf(added) ?? labelOf(became) ?? labelOf(was);
  return label ?? (typeof code === 'string' ? code : undefined);
}

function labelOf(option: unknown): string | undefined {
  if (typeof option !== 'object' || option === null || !('label' in option)) return undefined;
  return typeof option.label === 'string' ? option.label : undefined;
}
