const ROOM = 19;
const EACH = 3;

/** As many tags as one line of the column holds, at least one; the rest is counted. */
export function fitTags(tags: readonly string[]): { shown: readonly string[]; hidden: readonly string[] } {
  let used = 0;
  const fitting = tags.findIndex((tag, index) => {
    used += tag.length + EACH;
    return index > 0 && used > ROOM + EACH;
  });
  const count = fitting === -1 ? tags.length : fitting;
  return { shown: tags.slice(0, count), hidden: tags.slice(count) };
}
