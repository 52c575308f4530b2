import { expect, test, vi } from 'vitest';
import type { SheetJob, SheetReply } from './job.ts';
import { SHEET_LIMITS, SheetRefusal } from './refusal.ts';
import { readSheetFile, runSheetJob } from './sheetJob.ts';

const JOB: SheetJob = { kind: 'read', bytes: new Uint8Array() };

/** A worker that does what the test says when it gets its job. */
function fakeWorker(onJob: (worker: EventTarget) => void) {
  const terminate = vi.fn();
  const worker = Object.assign(new EventTarget(), { terminate, postMessage: () => onJob(worker) });
  return { terminate, start: () => worker as unknown as Worker };
}
const answer = (worker: EventTarget, data: SheetReply) => worker.dispatchEvent(new MessageEvent('message', { data }));

test('a job has a worker of its own, which ends with it', async () => {
  const { start, terminate } = fakeWorker((worker) => answer(worker, { result: { sheets: [], notices: [] } }));
  expect(await runSheetJob(JOB, { start })).toEqual({ sheets: [], notices: [] });
  expect(terminate).toHaveBeenCalledOnce();
});

test.each<[string, (worker: EventTarget) => unknown, string]>([
  ['refuses the file', (worker) => answer(worker, { refusal: 'No.' }), 'No.'],
  [
    'crashes',
    (worker) => worker.dispatchEvent(new Event('error')),
    'The file could not be handled. It may be too large, or damaged.',
  ],
  ['never answers', () => undefined, 'It took longer than 0.01 seconds. The file may be too large, or damaged.'],
])('a worker that %s gives a sentence, and ends', async (_name, onJob, sentence) => {
  const { start, terminate } = fakeWorker(onJob);
  await expect(runSheetJob(JOB, { start, maxSeconds: 0.01 })).rejects.toThrow(new SheetRefusal(sentence));
  expect(terminate).toHaveBeenCalledOnce();
});

test('a file that is too large is not even read', async () => {
  const file = { size: SHEET_LIMITS.fileBytes + 1, arrayBuffer: vi.fn() };
  await expect(readSheetFile(file as unknown as Blob)).rejects.toThrow('This file is too large.');
  expect(file.arrayBuffer).not.toHaveBeenCalled();
});
