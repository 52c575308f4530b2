import { type ConditionKey, decodeDay, RISK_READERS } from '#domain/evaluation/compiled/conditions.ts';
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
import type { RiskValue } from '#domain/dimension/dimension.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import {
  createReader,
  createWriter,
  packText,
  type ArrayLocation,
  readText,
  UnreadableChunk,
  type Writer,
} from './bytes.ts';

/** Maximum risks per chunk, all of one class. */
export const CHUNK_RISKS = 65_536;

/** Risks of one class, decoded lazily. */
export type Chunk = Readonly<{
  size: number;
  cob: string;
  riskAt: (row: number) => PortfolioRisk;
  /** The encoded values of a condition; undefined where all are unknown. */
  encoded: (condition: ConditionKey) => Encoded | undefined;
  premiums: Numbers | undefined;
  /** By column name. */
  kept: ReadonlyMap<string, Texts>;
}>;

type StoredTexts = Readonly<{ lists: readonly (readonly string[])[]; places: ArrayLocation }>;
type StoredNumbers = Readonly<{ known: ArrayLocation; places: ArrayLocation }> | Readonly<{ numbers: ArrayLocation }>;
type Head = Readonly<{
  cob: string;
  size: number;
  references: Readonly<{ lengths: ArrayLocation; text: ArrayLocation }>;
  conditions: Readonly<Record<string, StoredTexts | StoredNumbers>>;
  premiums: StoredNumbers | null;
  kept: readonly (readonly [column: string, texts: StoredTexts])[];
}>;

/** The content of a chunk, column by column. */
export type RiskColumns = Readonly<{
  cob: string;
  references: readonly string[];
  /** In the order of `RISK_READERS`, without unknown conditions. */
  conditions: ReadonlyMap<ConditionKey, Encoded>;
  premiums: Numbers | undefined;
  /** By column name. */
  kept: ReadonlyMap<string, Texts>;
}>;

/** Deterministic. */
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
    conditions: Object.fromEntries([...conditions].map(([condition, encoded]) => [condition, store(writer, encoded)])),
    premiums: premiums === undefined ? null : storeNumbers(writer, premiums),
    kept: byName.map(([column, texts]) => [column, storeTexts(writer, texts)] as const),
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

/** Validates the risks and returns their class. */
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

const store = (writer: Writer, encoded: Encoded): StoredTexts | StoredNumbers =>
  encoded.holds === 'texts' ? storeTexts(writer, encoded) : storeNumbers(writer, encoded);
const storeTexts = ({ put }: Writer, { lists, places }: Texts): StoredTexts => ({ lists, places: put(places) });
const storeNumbers = ({ put }: Writer, encoded: Numbers): StoredNumbers =>
  'known' in encoded ? { known: put(encoded.known), places: put(encoded.places) } : { numbers: put(encoded.numbers) };

/** Throws `UnreadableChunk` for damaged, truncated or incompatible bytes. */
export function openChunk(bytes: Uint8Array): Chunk {
  const { head: json, read } = createReader(bytes);
  const head = json as Head;
  const texts = ({ lists, places }: StoredTexts): Texts => ({ holds: 'texts', lists, places: read(places) as Codes });
  const numbers = (stored: StoredNumbers): Numbers =>
    'known' in stored
      ? { holds: 'number', known: read(stored.known) as Float64Array, places: read(stored.places) as Codes }
      : { holds: 'number', numbers: read(stored.numbers) as Uint32Array | Float64Array };
  const conditions = new Map(
    Object.entries(head.conditions).map(([condition, stored]): [string, Encoded] => [
      condition,
      'lists' in stored ? texts(stored) : numbers(stored),
    ]),
  );
  const unknown = [...conditions.keys()].find((condition) => !KNOWN_CONDITIONS.has(condition));
  if (unknown !== undefined)
    throw new UnreadableChunk(`This part of the portfolio has “${unknown}”, which this version does not know.`);
  const premiums = head.premiums === null ? undefined : numbers(head.premiums);
  const kept = new Map(head.kept.map(([column, stored]) => [column, texts(stored)]));
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
          [...kept].flatMap(
            ([column, encodedTexts]) => textsAt(encodedTexts, row)?.map((text) => [column, text]) ?? [],
          ),
        ),
      };
    },
  };
}

const KNOWN_CONDITIONS: ReadonlySet<string> = new Set(RISK_READERS.map(({ condition }) => condition));

function readRiskAt(conditions: ReadonlyMap<string, Encoded>, row: number): Risk {
  const valueOf = (condition: string) => {
    const encoded = conditions.get(condition);
    if (encoded === undefined) return undefined;
    return encoded.holds === 'number' ? numberAt(encoded, row) : textsAt(encoded, row);
  };
  const journey = valueOf('journeys') as readonly Risk['journey'][] | undefined;
  const dimensions = DIMENSION_KEYS.flatMap((key) => {
    const value = valueOf(key);
    if (value === undefined) return [];
    return [[key, typeof value === 'number' ? value : decodeTexts(key, value)] as const];
  });
  return {
    date: decodeDay(valueOf('window') as number),
    journey: journey?.[0] ?? null,
    dimensions: Object.fromEntries(dimensions),
  };
}

function decodeTexts(key: DimensionKey, texts: readonly string[]): RiskValue | undefined {
  const { encoding } = kindOf(dimensionOf(key));
  return encoding.holds === 'texts' ? encoding.decode(texts) : undefined;
}

/** Computes the offsets on first use. */
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
