/** The first `limit` of the indexes 0 to `count`, sorted by `compare`. */
export function pickFirst(count: number, limit: number, compare: (a: number, b: number) => number): number[] {
  const picked: number[] = [];
  for (let one = 0; one < count; one += 1) {
    if (picked.length === limit && compare(one, picked[limit - 1] as number) >= 0) continue;
    let at = picked.length;
    while (at > 0 && compare(one, picked[at - 1] as number) < 0) at -= 1;
    picked.splice(at, 0, one);
    if (picked.length > limit) picked.pop();
  }
  return picked;
}
