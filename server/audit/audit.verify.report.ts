import { CHAIN_START, MAX_CLOCK_DIFFERENCE_MS } from '#domain/audit/chain.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { findVersionMismatch, type VersionFacts } from '#domain/review/agreement.ts';
import type { Db } from '#server/db/connect.ts';
import { comparePermissions, permissionHistory, type PersonAccess } from '#domain/audit/permission-history.ts';
import { snapshot, transaction, type Trx } from '#server/db/transaction.ts';
import { type AuditHead, type ChainRow, listCheckpoints, readLastNumber } from './audit.store.ts';
import { walkChain } from './audit.verify.ts';
import { isSignatureValid } from './audit.key.ts';

/** A version that is or was live, with the bucket's name in audit records. */
type LiveVersion = Omit<VersionFacts, 'activated'> & Readonly<{ bucket: string }>;
type Options = Readonly<{
  keys: readonly string[];
  outside: readonly SignedCheckpoint[];
  /** Every version that is or was live; provided by the review service. */
  versions: (trx: Trx) => AsyncIterable<LiveVersion>;
  /** Everyone in our own directory. */
  people: (trx: Trx) => Promise<readonly PersonAccess[]>;
  page?: number;
}>;

export type AuditReport = Readonly<{
  count: number;
  last: string;
  checkpoints: Readonly<{ compared: number; newest: SignedCheckpoint | undefined }>;
  versions: number;
  people: number;
  /** Each means that something was changed. */
  problems: readonly string[];
  /** Unusual, but possibly harmless. */
  notes: readonly string[];
}>;

/**
 * Verifies the whole audit: the chain, its end, the assigned numbers, the signed checkpoints, the content of every
 * version that ever was live, and everybody's permissions. Changes nothing; briefly blocks recording.
 */
export async function verifyAudit(db: Db, options: Options): Promise<AuditReport> {
  const numbers = await transaction(db, readLastNumber);
  return snapshot(db, (trx) => compareAll(trx, numbers, options));
}

/** The same in an open transaction, on a database that nobody else uses yet. */
export const verifyAuditWithin = async (trx: Trx, options: Options): Promise<AuditReport> =>
  compareAll(trx, await readLastNumber(trx), options);

type Numbers = Readonly<{ given: number; end: AuditHead }>;

async function compareAll(trx: Trx, numbers: Numbers, options: Options): Promise<AuditReport> {
  const { keys, outside, versions: readVersions, people: readPeople, page } = options;
  const stored = await listCheckpoints(trx);
  const comparison = checkpointComparison({ stored, outside, keys });
  const records = recordSummary();
  const verdict = await walkChain(
    trx,
    (row, count) => {
      comparison.visit(Number(row.seq), row.hash, count);
      records.visit(row);
    },
    page,
  );
  const isRead = verdict.whole || verdict.seq === null;
  if (isRead) comparison.finish(records.lastSeq());
  const versions = isRead ? await compareVersions(readVersions(trx), records.activated) : { count: 0, problems: [] };
  const people = await readPeople(trx);
  const access = isRead ? comparePermissions(people, records.permissions) : [];
  const broken = verdict.whole ? [] : [`The chain of audit records is broken${describeRow(verdict)}. ${verdict.what}`];
  const setBack = numbers.given < numbers.end.seq ? [describeSetBack(numbers.given, numbers.end.seq)] : [];
  return {
    count: records.count(),
    last: records.lastHash(),
    checkpoints: { compared: stored.length + outside.length, newest: comparison.newest() },
    versions: versions.count,
    people: people.length,
    problems: [...broken, ...comparison.problems, ...setBack, ...versions.problems, ...access],
    notes: [...describeUnused(records.unused() + Math.max(0, numbers.given - numbers.end.seq)), ...records.notes()],
  };
}

const MAX_PROBLEMS_SHOWN = 20;

/** The first of them, and how many more there are. */
export function listProblems(problems: readonly string[]): string[] {
  const more = problems.length - MAX_PROBLEMS_SHOWN;
  return [...problems.slice(0, MAX_PROBLEMS_SHOWN), ...(more > 0 ? [`And ${more} more.`] : [])];
}

const describeRow = ({ seq, action }: Readonly<{ seq: string | null; action: string | null }>): string =>
  seq === null ? '' : ` at record ${seq} (${action})`;

const describeSetBack = (given: number, seq: number): string =>
  `The numbers of records were set back: ${given} was the last given out, and there is a record ${seq}.`;

function describeUnused(unused: number): string[] {
  if (unused === 0) return [];
  const start = unused === 1 ? 'There is 1 number that holds' : `There are ${unused} numbers that hold`;
  return [
    `${start} no record. A change that was rolled back after its number was given out leaves one, and a crash of the ` +
      'database up to 32. Records that were cut off leave them, too: compare with checkpoints from the log.',
  ];
}

/** Collects facts from the records as they are read. */
function recordSummary() {
  const activated = new Map<string, string[]>();
  const history = permissionHistory();
  let before: ChainRow | undefined;
  let count = 0;
  let unused = 0;
  let backwards: string | undefined;
  return {
    /** The hashes in activation records, by bucket and version number. */
    activated,
    /** Everybody's permissions according to the records. */
    permissions: history.people,
    count: () => count,
    lastSeq: () => Number(before?.seq ?? 0),
    lastHash: () => before?.hash ?? CHAIN_START,
    /** Numbers between records that no record has. */
    unused: () => unused,
    notes: () =>
      backwards === undefined
        ? []
        : [`Record ${backwards} is older than the one before it: the clock of a server was wrong.`],
    visit: (row: ChainRow): void => {
      count += 1;
      unused += Number(row.seq) - Number(before?.seq ?? 0) - 1;
      if (before && before.at.getTime() - row.at.getTime() > MAX_CLOCK_DIFFERENCE_MS) backwards ??= row.seq;
      before = row;
      history.visit(row);
      if (row.action !== 'bucket_activated') return;
      const version = versionName(row.object_id, Number(row.detail['number']));
      activated.set(version, [...(activated.get(version) ?? []), String(row.detail['content_hash'])]);
    },
  };
}

const versionName = (bucket: string, number: number): string => `Version ${number} of the bucket ${bucket}`;

async function compareVersions(
  versions: AsyncIterable<LiveVersion>,
  activated: ReadonlyMap<string, readonly string[]>,
): Promise<{ count: number; problems: string[] }> {
  const missing = new Set(activated.keys());
  const problems: string[] = [];
  let count = 0;
  for await (const version of versions) {
    const name = versionName(version.bucket, version.number);
    const mismatch = findVersionMismatch({ ...version, activated: activated.get(name) ?? [] });
    if (mismatch !== undefined) problems.push(`${name} does not agree with what was recorded. ${mismatch}`);
    missing.delete(name);
    count += 1;
  }
  for (const name of missing) problems.push(`${name} was activated, as its audit record says, and is missing.`);
  return { count, problems };
}

type SourcedCheckpoint = SignedCheckpoint & Readonly<{ isFromOutside: boolean }>;
type CheckpointSources = Readonly<{
  /** From the table. */
  stored: readonly SignedCheckpoint[];
  /** From the log or the webhook. Whoever passes them trusts them, including their keys. */
  outside: readonly SignedCheckpoint[];
  /** The trusted public keys. */
  keys: readonly string[];
}>;

/** Compares checkpoints with the records, in order. */
function checkpointComparison({ stored, outside, keys }: CheckpointSources) {
  const trusted = new Set([...keys, ...outside.map(({ key }) => key)]);
  const all: SourcedCheckpoint[] = [
    ...stored.map((one) => ({ ...one, isFromOutside: false })),
    ...outside.map((one) => ({ ...one, isFromOutside: true })),
  ];
  const problems: string[] = [];
  const waiting = new Map<number, SourcedCheckpoint[]>();
  for (const checkpoint of all) {
    const problem = findForgery(checkpoint, trusted);
    if (problem === undefined) waiting.set(checkpoint.seq, [...(waiting.get(checkpoint.seq) ?? []), checkpoint]);
    else problems.push(problem);
  }
  let newest: SignedCheckpoint | undefined;

  return {
    problems,
    /** The newest one that matches. */
    newest: (): SignedCheckpoint | undefined => newest,

    visit: (seq: number, hash: string, count: number): void => {
      for (const checkpoint of waiting.get(seq) ?? []) {
        if (checkpoint.hash !== hash || checkpoint.count !== count)
          problems.push(
            `${nameOf(checkpoint)} is not of the records that are there now: up to record ${seq} some were changed, ` +
              'added or taken out since.',
          );
        else newest = checkpoint;
      }
      waiting.delete(seq);
    },

    /** Reports what no record matched, after the last one. */
    finish: (lastSeq: number): void => {
      for (const checkpoint of [...waiting.values()].flat())
        problems.push(
          checkpoint.seq > lastSeq
            ? `${nameOf(checkpoint)} was signed when record ${checkpoint.seq} was the last of ${checkpoint.count}; now ` +
                `record ${lastSeq} is the last. The end of the chain was cut off.`
            : `${nameOf(checkpoint)} is of record ${checkpoint.seq}, which is missing.`,
        );
    },
  };
}

function findForgery(checkpoint: SourcedCheckpoint, trusted: ReadonlySet<string>): string | undefined {
  if (!isSignatureValid(checkpoint)) return `${nameOf(checkpoint)} has a signature that is not valid.`;
  if (trusted.has(checkpoint.key)) return undefined;
  return (
    `${nameOf(checkpoint)} was signed by an unknown key, ${checkpoint.key}. ` +
    `If it is one of yours, run this again with --key ${checkpoint.key}`
  );
}

const nameOf = ({ at, seq, isFromOutside }: SourcedCheckpoint): string =>
  `The checkpoint${isFromOutside ? ' you gave' : ''} of ${at} (record ${seq})`;
