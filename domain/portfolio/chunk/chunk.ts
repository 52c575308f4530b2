import { type Condition, dayOfNumber, RISK_READERS, valueOfTexts } from '#domain/evaluation/compiled/conditions.ts';
import { encodeRisks } from '#domain/evaluation/compiled/columns.ts';
import {
  createNumbersEncoder,
  createTextsEncoder,
  type Encoded,
  type Encoder,
  numberAt,
  type Numbers,
  type Texts,
  textsAt,
} from '#domain/evaluation/compiled/encoded.ts';
import type { Codes } from '#domain/evaluation/compiled/kernel.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { createReader, createWriter, packText, type Placed, readText, UnreadableChunk, type Writer } from './bytes.ts';

/** A chunk holds at most this many risks, all of one class. */
export const CHUNK_RISKS = 65_536;

/** Some risks of one class, read from bytes when they are asked for. */
export type Chunk = Readonly<{
  size: number;
  cob: string;
  riskAt: (row: number) => PortfolioRisk;
  /** What all of them have, as it is written; undefined where nothing is known of any. */
  encoded: (condition: Condition) => Encoded | undefined;
  premiums: Numbers | undefined;
  /** By the names of the columns. */
  kept: ReadonlyMap<string, Texts>;
}>;

type PlacedTexts = Readonly<{ lists: readonly (readonly string[])[]; places: Placed }>;
type PlacedNumbers = Readonly<{ known: Placed; places: Placed }> | Readonly<{ numbers: Placed }>;
type Head = Readonly<{
  cob: string;
  size: number;
  references: Readonly<{ lengths: Placed; text: Placed }>;
  conditions: Readonly<Record<string, PlacedTexts | PlacedNumbers>>;
  premiums: PlacedNumbers | null;
  kept: readonly (readonly [column: string, texts: PlacedTexts])[];
}>;

/** Some risks of one class by what they have, which is what a chunk holds. */
export type RiskColumns = Readonly<{
  cob: string;
  references: readonly string[];
  /** In the order of `RISK_READERS`; nothing where nothing is known of any of them. */
  conditions: ReadonlyMap<Condition, Encoded>;
  premiums: Numbers | undefined;
  /** By the names of the columns. */
  kept: ReadonlyMap<string, Texts>;
}>;

/** The same risks give the same bytes everywhere. */
export const encodeChunk = (risks: readonly PortfolioRisk[]): Uint8Array<ArrayBuffer> => writeColumns(columnsOf(risks));

export function writeColumns({ cob, references, conditions, premiums, kept }: RiskColumns): Uint8Array<ArrayBuffer> {
  const writer = createWriter();
  const byName = [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head: Head = {
    cob,
    size: references.length,
    references: {
      lengths: writer.put(Uint16Array.from(references, ({ length }) => length)),
      text: writer.put(packText(references.join(''))),
    },
    conditions: Object.fromEntries([...conditions].map(([condition, encoded]) => [condition, place(writer, encoded)])),
    premiums: premiums === undefined ? null : placeNumbers(writer, premiums),
    kept: byName.map(([column, texts]) => [column, placeTexts(writer, texts)] as const),
  };
  return writer.finish(head);
}

export function columnsOf(risks: readonly PortfolioRisk[]): RiskColumns {
  const cob = checkRisks(risks);
  const premiums = createNumbersEncoder(risks.length);
  for (const [row, { premium }] of risks.entries()) if (premium !== null) premiums.put(row, premium);
  return {
    cob,
    references: risks.map(({ reference }) => reference),
    conditions: encodeRisks(risks.map(({ risk }) => risk)),
    premiums: premiums.finish(),
    kept: encodeKept(risks),
  };
}

function encodeKept(risks: readonly PortfolioRisk[]): Map<string, Texts> {
  const encoders = new Map<string, Encoder<readonly string[], Texts>>();
  for (const [row, { kept }] of risks.entries())
    for (const column of Object.keys(kept)) {
      const encoder = encoders.get(column) ?? createTextsEncoder(risks.length);
      encoders.set(column, encoder);
      encoder.put(row, [kept[column] as string]);
    }
  return new Map([...encoders].map(([column, { finish }]) => [column, finish() as Texts]));
}

const MAX_REFERENCE = 0xff_ff;

/** What must hold before anything is written. Returns the class. */
function checkRisks(risks: readonly PortfolioRisk[]): string {
  const [first] = risks;
  if (first === undefined || risks.length > CHUNK_RISKS)
    throw new RangeError(`A chunk holds 1 to ${CHUNK_RISKS} risks, not ${risks.length}.`);
  for (const { cob, reference, risk } of risks) {
    if (cob !== first.cob) throw new RangeError(`A chunk is of one class, not of ${first.cob} and ${cob}.`);
    if (!/^\d{4}-\d{2}-\d{2}$/v.test(risk.date)) throw new RangeError(`${risk.date} is not a day.`);
    if (reference.length > MAX_REFERENCE) throw new RangeError('A reference is too long.');
  }
  return first.cob;
}

const place = (writer: Writer, encoded: Encoded): PlacedTexts | PlacedNumbers =>
  encoded.holds === 'texts' ? placeTexts(writer, encoded) : placeNumbers(writer, encoded);
const placeTexts = ({ put }: Writer, { lists, places }: Texts): PlacedTexts => ({ lists, places: put(places) });
const placeNumbers = ({ put }: Writer, encoded: Numbers): PlacedNumbers =>
  'known' in encoded ? { known: put(encoded.known), places: put(encoded.places) } : { numbers: put(encoded.numbers) };

/** Reads a chunk. Bytes that are damaged, cut off or of another version are refused with a sentence that says so. */
export function openChunk(bytes: Uint8Array): Chunk {
  const { head: json, read } = createReader(bytes);
  const head = json as Head;
  const texts = ({ lists, places }: PlacedTexts): Texts => ({ holds: 'texts', lists, places: read(places) as Codes });
  const numbers = (placed: PlacedNumbers): Numbers =>
    'known' in placed
      ? { holds: 'number', known: read(placed.known) as Float64Array, places: read(placed.places) as Codes }
      : { holds: 'number', numbers: read(placed.numbers) as Uint32Array | Float64Array };
  const conditions = new Map(
    Object.entries(head.conditions).map(([condition, placed]): [string, Encoded] => [
      condition,
      'lists' in placed ? texts(placed) : numbers(placed),
    ]),
  );
  const unknown = [...conditions.keys()].find((condition) => !KNOWN.has(condition));
  if (unknown !== undefined)
    throw new UnreadableChunk(`This part of the portfolio has “${unknown}”, which this version does not know.`);
  const premiums = head.premiums === null ? undefined : numbers(head.premiums);
  const kept = new Map(head.kept.map(([column, placed]) => [column, texts(placed)]));
  const referenceAt = createReferences(
    read(head.references.lengths) as Uint16Array,
    read(head.references.text) as Codes,
  );
  return {
    size: head.size,
    cob: head.cob,
    encoded: (condition) => conditions.get(condition),
    premiums,
    kept,
    riskAt: (row) => {
      if (row < 0 || row >= head.size) throw new RangeError(`There is no risk ${row} among ${head.size}.`);
      return {
        reference: referenceAt(row),
        cob: head.cob,
        risk: readRiskAt(conditions, row),
        premium: premiums === undefined ? null : (numberAt(premiums, row) ?? null),
        kept: Object.fromEntries(
          [...kept].flatMap(([column, had]) => textsAt(had, row)?.map((text) => [column, text]) ?? []),
        ),
      };
    },
  };
}

const KNOWN: ReadonlySet<string> = new Set(RISK_READERS.map(({ condition }) => condition));

function readRiskAt(conditions: ReadonlyMap<string, Encoded>, row: number): Risk {
  const valueOf = (condition: string) => {
    const encoded = conditions.get(condition);
    if (encoded === undefined) return undefined;
    return encoded.holds === 'number' ? numberAt(encoded, row) : textsAt(encoded, row);
  };
  const journey = valueOf('journeys') as readonly Risk['journey'][] | undefined;
  const dimensions = DIMENSION_KEYS.flatMap((key) => {
    const had = valueOf(key);
    if (had === undefined) return [];
    return [[key, typeof had === 'number' ? had : valueOfTexts(key, had)] as const];
  });
  return {
    date: dayOfNumber(valueOf('window') as number),
    journey: journey?.[0] ?? null,
    dimensions: Object.fromEntries(dimensions),
  };
}

/** Where references begin is found out when the first one is asked for. */
function createReferences(lengths: Uint16Array, text: Codes): (row: number) => string {
  let starts: Uint32Array | undefined;
  return (row) => {
    if (starts === undefined) {
      starts = new Uint32Array(lengths.length);
      for (let at = 1; at < lengths.length; at += 1)
        starts[at] = (starts[at - 1] as number) + (lengths[at - 1] as number);
    }
    const start = starts[row] as number;
    return readText(text.subarray(start, start + (lengths[row] as number)));
  };
}
