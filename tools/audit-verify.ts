import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { readCheckpointLine } from '#server/audit/audit.checkpoint.ts';
import { findAuditSigner } from '#server/audit/audit.key.ts';
import { type AuditReport, listProblems, verifyAudit } from '#server/audit/audit.verify.report.ts';
import { readConfig } from '#server/config.ts';
import { everLiveVersions } from '#server/review/review.evidence.ts';
import { StartError } from '#server/start-error.ts';
import { readAccess } from '#server/user/user.service.ts';
import { queryDatabase, runCommand } from './command.ts';

const USAGE =
  'npm run audit:verify -- [--checkpoint <a line of the log or a message of the webhook>] [--key <public key>], each as often as needed';

type VerifyOptions = Readonly<{ outside: readonly SignedCheckpoint[]; keys: readonly string[] }>;

/** `npm run audit:verify`: checks whether audit records were changed, removed, moved or truncated. Read-only. */
async function verify({ outside, keys }: VerifyOptions): Promise<AuditReport> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  const own = await findAuditSigner(config);
  return queryDatabase(
    config,
    (db) =>
      verifyAudit(db, {
        outside,
        versions: everLiveVersions,
        people: readAccess,
        keys: own === undefined ? keys : [...keys, own.key],
      }),
    // Millions of records take longer than a request may.
    { max: 1, statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
  );
}

function readArguments(): VerifyOptions {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  let values: { checkpoint: string[]; key: string[] };
  try {
    ({ values } = parseArgs({ options: { checkpoint: many, key: many } }));
  } catch {
    throw new StartError(`This is not how the command is called. It is: ${USAGE}`);
  }
  const outside = values.checkpoint.map((line, index) => {
    const checkpoint = readCheckpointLine(line);
    if (checkpoint !== undefined) return checkpoint;
    throw new StartError(
      `What is given as --checkpoint (the ${index + 1}. of ${values.checkpoint.length}) holds no checkpoint. ` +
        'Give the whole line of the log, in single quotation marks.',
    );
  });
  return { outside, keys: values.key };
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function describeReport({ count, last, checkpoints, versions, people, notes }: AuditReport): string[] {
  const { compared, newest } = checkpoints;
  const signed =
    newest === undefined
      ? 'No signed checkpoint yet.'
      : `${plural(compared, 'signed checkpoint agrees', 'signed checkpoints agree')}; the newest is of ${newest.at}, ` +
        `record ${newest.seq}, and ${plural(count - newest.count, 'record is', 'records are')} newer.`;
  return [
    `${plural(count, 'audit record', 'audit records')}, unbroken. The last hash is ${last}`,
    signed,
    `${plural(versions, 'version', 'versions')} of buckets that ever went live: each has the content that was approved and recorded.`,
    `${plural(people, 'person', 'people')} in the directory: each may do what was recorded.`,
    ...notes.map((note) => `Note: ${note}`),
  ];
}

function describeProblems({ problems, notes }: AuditReport): string[] {
  return [...listProblems(problems), ...notes.map((note) => `Note: ${note}`)];
}

await runCommand(async () => {
  const report = await verify(readArguments());
  if (report.problems.length === 0) console.log(describeReport(report).join('\n'));
  else console.error(describeProblems(report).join('\n'));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
});
