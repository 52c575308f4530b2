/** Bytes as ClickHouse reads rows from: `RowBinary`, which keeps every number bit by bit and needs no escaping. */
export type RowWriter = Readonly<{
  code: (code: number) => void;
  codes: (codes: ArrayLike<number>, from: number) => void;
  number: (number: number) => void;
  numberOrNone: (number: number | undefined) => void;
  text: (text: string) => void;
  finish: () => Uint8Array<ArrayBuffer>;
}>;

export function createRowWriter(): RowWriter {
  let bytes = new Uint8Array(1 << 16);
  let view = new DataView(bytes.buffer);
  let end = 0;
  const reserve = (more: number) => {
    if (end + more <= bytes.length) return;
    const wider = new Uint8Array(Math.max(bytes.length * 2, end + more));
    wider.set(bytes);
    bytes = wider;
    view = new DataView(wider.buffer);
  };
  /** Seven bits at a time, the lowest first. */
  const length = (count: number) => {
    let rest = count;
    while (rest >= 0x80) {
      bytes[end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[end++] = rest;
  };
  const number = (one: number) => {
    reserve(8);
    view.setFloat64(end, one, true);
    end += 8;
  };
  return {
    code: (code) => {
      reserve(4);
      view.setUint32(end, code, true);
      end += 4;
    },
    codes: (codes, from) => {
      const count = Math.max(0, codes.length - from);
      reserve(5 + count * 4);
      length(count);
      for (let at = from; at < codes.length; at += 1, end += 4) view.setUint32(end, codes[at] as number, true);
    },
    number,
    numberOrNone: (one) => {
      reserve(1);
      const isKnown = one !== undefined && Number.isFinite(one);
      bytes[end++] = isKnown ? 0 : 1;
      if (isKnown) number(one);
    },
    text: (text) => {
      const encoded = encodeUtf8(text);
      reserve(5 + encoded.length);
      length(encoded.length);
      bytes.set(encoded, end);
      end += encoded.length;
    },
    finish: () => bytes.slice(0, end),
  };
}

/** Half of a pair, which no text in UTF-8 has, becomes the sign for what cannot be read. */
function encodeUtf8(text: string): number[] {
  return Array.from(text.toWellFormed()).flatMap((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    if (point < 0x80) return [point];
    const last = 0x80 | (point & 0x3f);
    if (point < 0x8_00) return [0xc0 | (point >> 6), last];
    const middle = 0x80 | ((point >> 6) & 0x3f);
    if (point < 0x1_00_00) return [0xe0 | (point >> 12), middle, last];
    return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), middle, last];
  });
}
