import { constants, setPriority } from 'node:os';
import { checkFile } from './reader.check.ts';
import { writeDemo } from './reader.demo.ts';
import { openFile, type OpenFile } from './reader.duck.ts';
import { describeFailure, FileProblem, type Request, type Told, UPLOAD_FILE } from './reader.protocol.ts';

/** A process of its own: it reads one file in its folder, told by the server, and ends with it. */
const folder = process.argv[2] ?? '';
process.chdir(folder);
// Whoever edits meanwhile comes first: where both want the processor, reading waits.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit(0));

const TELL_EVERY_MS = 500;
let file: OpenFile | undefined;
let run = 0;
/** One run after the other: one that is out of date ends as soon as it notices. */
let working: Promise<void> = Promise.resolve();

const tell = (told: Told): void => void process.send?.(told);
const fail = (error: unknown): void => {
  if (!(error instanceof FileProblem)) console.error(error);
  tell({ told: 'failed', sentence: describeFailure(error) });
};

async function read(kind: Extract<Request, { do: 'read' }>['kind']): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watch = (part: () => number) =>
    void (timer = setInterval(() => tell({ told: 'reading', part: part() }), TELL_EVERY_MS));
  file = await openFile(UPLOAD_FILE, kind, watch).finally(() => clearInterval(timer));
  tell({ told: 'read', columns: file.columns, rows: file.rows });
}

async function handle(request: Request): Promise<void> {
  if (request.do === 'read') return read(request.kind);
  if (request.do === 'generate') return tell({ told: 'generated', written: writeDemo(request.from) });
  if (file === undefined || request.run !== run || request.targets.length === 0) return;
  try {
    await checkFile(file, request, tell, () => request.run !== run);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    tell({ told: 'unusable', run: request.run, sentence: error.message });
  }
}

process.on('message', (request: Request) => {
  if (request.do === 'check') run = request.run;
  working = working.then(() => handle(request)).catch(fail);
});
