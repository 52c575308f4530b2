import { expect, test } from 'vitest';
import { CHECKPOINT_EVERY_MS, checkpointText, isCheckpointDue } from './checkpoint.ts';

const CHECKPOINT = { seq: 7, hash: 'a'.repeat(64), count: 6, at: '2026-11-15T09:00:00.000Z', key: 'k' };

test('what is signed of a checkpoint holds every field of it', () => {
  const text = checkpointText(CHECKPOINT);
  expect(text).toBe(
    `Lineslip audit checkpoint 1\n{"at":"2026-11-15T09:00:00.000Z","count":6,"hash":"${'a'.repeat(64)}","key":"k","seq":7}`,
  );
  const changes = [{ seq: 8 }, { hash: 'b' }, { count: 7 }, { at: '2026-11-15T09:00:00.001Z' }, { key: 'l' }];
  for (const change of changes) expect(checkpointText({ ...CHECKPOINT, ...change })).not.toBe(text);
});

test('a checkpoint is due an hour after the last one, where something was recorded since', () => {
  const last = { seq: 7, at: 1000 };
  const hour = 1000 + CHECKPOINT_EVERY_MS;
  expect(isCheckpointDue({ seq: 8 }, last, hour)).toBe(true);
  expect(isCheckpointDue({ seq: 8 }, last, hour - 1)).toBe(false);
  expect(isCheckpointDue({ seq: 7 }, last, hour)).toBe(false);
  expect(isCheckpointDue({ seq: 6 }, last, hour)).toBe(true);
  expect(isCheckpointDue({ seq: 8 }, last, 999)).toBe(true);
});

test('the first checkpoint is due with the first record', () => {
  expect(isCheckpointDue({ seq: 1 }, undefined, 0)).toBe(true);
  expect(isCheckpointDue({ seq: 0 }, undefined, 0)).toBe(false);
});
