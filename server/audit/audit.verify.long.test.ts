import { expect, test } from 'vitest';
import { TEST_AUDIT_KEY } from '#server/testing/app.ts';
import { auditChainTester } from '#server/testing/audit-chain.ts';
import { checkpointService } from './audit.checkpoint.ts';
import { signerOf } from './audit.key.ts';

const { database, seqs, tampered, command } = auditChainTester();

test('the command compares checkpoints of the table and of the log, with its own or given keys', async () => {
  const signer = signerOf(TEST_AUDIT_KEY);
  const checkpoints = checkpointService({
    db: database.db,
    now: () => new Date('2026-11-15T09:00:00.000Z'),
    signer,
    webhooks: false,
    log: () => undefined,
  });
  const checkpoint = await checkpoints.addIfDue();
  const agrees = `1 signed checkpoint agrees; the newest is of 2026-11-15T09:00:00.000Z, record ${seqs.at(-1)}, and 0 records are newer.`;
  expect((await command([], { AUDIT_KEY: TEST_AUDIT_KEY })).out).toContain(agrees);
  expect((await command(['--key', signer.key])).out).toContain(agrees);
  expect(await command()).toMatchObject({ code: 1, err: expect.stringContaining(`again with --key ${signer.key}`) });

  const line = JSON.stringify({ level: 30, checkpoint, msg: 'Audit checkpoint' });
  const message = JSON.stringify({ type: 'audit_checkpoint', data: checkpoint });
  const both = await command(['--checkpoint', line, '--checkpoint', message]);
  expect(both.out).toContain('3 signed checkpoints agree');
  const cut = await tampered(`delete from audit_event where seq > ${seqs[5]}`, () => command(['--checkpoint', line]));
  expect(cut.code).toBe(1);
  expect(cut.err).toMatch(/^The checkpoint you gave .* The end of the chain was cut off\.$/m);
  expect(await command(['--checkpoint', 'nothing'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no checkpoint. Give the whole line of the log'),
  });
  expect((await command(['--chekpoint', line])).err).toContain('This is not how the command is called.');
});
