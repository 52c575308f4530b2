/** Groups one column of rows by another: from pairs of bucket and person to the people of each bucket. */
export function groupValues<Key extends string, Value extends string, K, V>(
  rows: readonly (Record<Key, K> & Record<Value, V>)[],
  key: Key,
  value: Value,
): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group === undefined) groups.set(row[key], [row[value]]);
    else group.push(row[value]);
  }
  return groups;
}
