/** Writes the cells of rows, one after the other. */
export type RowWriter<Rows> = Readonly<{
  code: (code: number) => void;
  codes: (codes: ArrayLike<number>, from: number) => void;
  number: (number: number) => void;
  numberOrNone: (number: number | undefined) => void;
  text: (text: string) => void;
  finish: () => Rows;
}>;

/** ClickHouse's `RowBinary` format, which is lossless for numbers and needs no escaping. */
export function createRowWriter(): RowWriter<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(1 << 16);
  let view = new DataView(bytes.buffer);
  let end = 0;
  const reserve = (more: number) => {
    if (end + more <= bytes.length) return;
    const larger = new Uint8Array(Math.max(bytes.length * 2, end + more));
    larger.set(bytes);
    bytes = larger;
    view = new DataView(larger.buffer);
  };
  /** LEB128. */
  const length = (count: number) => {
    let remaining = count;
    while (remaining >= 0x80) {
      bytes[end++] = (remaining & 0x7f) | 0x80;
      remaining >>>= 7;
    }
    bytes[end++] = remaining;
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

/** Lone surrogates become U+FFFD. */
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
