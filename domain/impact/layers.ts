import { narrowCodes, numberAt, type Numbers, type Texts } from '#domain/evaluation/compiled/encoded.ts';
import type { Chunk } from '#domain/portfolio/chunk/chunk.ts';
import { BANDS, layerOf } from './layer.ts';

/** Unknown, then each band. */
const ATTACHMENTS = [undefined, ...BANDS];

/** The layer of each risk of a chunk, see `layerOf`. */
export function encodeLayers({ size, encoded }: Chunk): Texts | undefined {
  const positions = encoded('is_primary') as Texts | undefined;
  if (positions === undefined) return undefined;
  const attachments = encoded('attachment_point_ranges') as Numbers | undefined;
  const lists: (readonly string[])[] = [];
  /** The layer index by position and band. */
  const table = positions.lists.flatMap(([position]) =>
    ATTACHMENTS.map((at) => {
      const layer = layerOf({ is_primary: position, attachment_point_ranges: at });
      return layer === null ? 0 : lists.push([layer]);
    }),
  );
  const bandAt = createBandReader(attachments);
  const places = new Uint32Array(size);
  for (let row = 0; row < size; row += 1) {
    const position = positions.places[row] as number;
    if (position === 0) continue;
    places[row] = table[(position - 1) * ATTACHMENTS.length + bandAt(row)] as number;
  }
  return { holds: 'texts', lists, places: narrowCodes(places, lists.length) };
}

/** Reads the band of a risk, as an index into `ATTACHMENTS`. */
function createBandReader(encoded: Numbers | undefined): (row: number) => number {
  if (encoded === undefined) return () => 0;
  if (!('known' in encoded)) return (row) => bandOf(numberAt(encoded, row));
  const bands = Uint8Array.from([0, ...Array.from(encoded.known, bandOf)]);
  return (row) => bands[encoded.places[row] as number] as number;
}

function bandOf(at: number | undefined): number {
  if (at === undefined) return 0;
  let band = BANDS.length;
  while (band > 1 && at < (BANDS[band - 1] as number)) band -= 1;
  return band;
}
