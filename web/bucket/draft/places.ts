import type { FieldError } from '#contract/problem.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import type { Revealed } from './editor.ts';

/** Something wrong with one dial of the bucket, or with one of its values. */
export type Place = Revealed & Readonly<{ message: string }>;

const PATH = /^(?:body\.)?entries\.(\d+)(?:\.(?:overrides\.)?(\w+))?$/;

/** The server names an entry by its index in what was sent. What has no place in the list is left to its sentence. */
export function placesOf(errors: readonly FieldError[], sent: BucketEntries): Place[] {
  return errors.flatMap(({ path, message }) => {
    const [, index, field] = PATH.exec(path) ?? [];
    const entry = index === undefined ? undefined : sent[Number(index)];
    if (entry === undefined) return [];
    return [{ dial_id: entry.dial_id, key: VALUE_KEYS.find((key) => key === field), message }];
  });
}

/** "Policy share cap of Cyber base appetite". */
export function placeName({ dial_id, key }: Place, entries: BucketEntries, lookup: DialLookup): string {
  const entry = entries.find((each) => each.dial_id === dial_id);
  const name = (entry && lookup(entry)?.data.name) ?? 'A dial that was removed';
  return key === undefined ? name : `${VALUES[key].label} of ${name}`;
}
