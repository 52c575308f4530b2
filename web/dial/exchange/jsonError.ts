const SCALAR =
  /"(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/** Where a text stops being JSON, as a line. Browsers say it each in their own way, or not at all. */
export function jsonErrorLine(text: string): number {
  return text.slice(0, jsonErrorAt(text)).split('\n').length;
}

function jsonErrorAt(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    at += matched?.length ?? 0;
    return matched !== undefined;
  };
  const take = (character: string): boolean => {
    skip(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const members = (end: string, one: () => boolean): boolean => {
    if (take(end)) return true;
    do if (!one()) return false;
    while (take(','));
    return take(end);
  };
  const key = (): boolean => {
    skip(SPACE);
    return text[at] === '"' && skip(SCALAR) && take(':') && value();
  };
  const value = (): boolean => {
    if (take('{')) return members('}', key);
    if (take('[')) return members(']', value);
    return skip(SCALAR);
  };
  try {
    if (value()) skip(SPACE);
  } catch {
    // Nested deeper than can be followed: as far as it was followed is near enough.
  }
  return at;
}
