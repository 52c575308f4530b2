import { constants, setPriority } from 'node:os';
import type { ReaderMessage, Written } from '#domain/portfolio/load.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { columnsOf } from '#domain/portfolio/chunk/chunk.ts';
import { DEMO_PORTFOLIO, generatePortfolio } from '#domain/portfolio/generate/generate.ts';
import type { GeneratedFrom } from '#domain/portfolio/generate/risk.ts';
import { checkFile } from './reader.check.ts';
import { openFile, type OpenFile } from './reader.duck.ts';
import { describeFailure, FileProblem, type Request, UPLOAD_FILE } from './reader.protocol.ts';
import { chunkWriter } from './reader.chunks.ts';

/** A child process that reads one file in its folder on behalf of the server, and ends with it. */
const folder = process.argv[2] ?? '';
process.chdir(folder);
// Interactive requests come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit(0));

const PROGRESS_INTERVAL_MS = 500;
let file: OpenFile | undefined;
let run = 0;
/** Serialises runs; an outdated run stops as soon as it notices. */
let working: Promise<void> = Promise.resolve();

const send = (message: ReaderMessage): void => void process.send?.(message);
const fail = (error: unknown): void => {
  if (!(error instanceof FileProblem)) console.error(error);
  send({ type: 'failed', sentence: describeFailure(error) });
};

async function read(kind: Extract<Request, { do: 'read' }>['kind']): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const watch = (part: () => number) =>
    void (timer = setInterval(() => send({ type: 'reading', part: part() }), PROGRESS_INTERVAL_MS));
  file = await openFile(UPLOAD_FILE, kind, watch).finally(() => clearInterval(timer));
  send({ type: 'read', columns: file.columns, rows: file.rows });
}

async function handle(request: Request): Promise<void> {
  if (request.do === 'read') return read(request.kind);
  if (request.do === 'generate') {
    const written = writeDemo(request.from, (part) => send({ type: 'reading', part }));
    return send({ type: 'generated', written });
  }
  if (file === undefined || request.run !== run || request.targets.length === 0) return;
  try {
    await checkFile(file, request, send, () => request.run !== run);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    send({ type: 'unusable', run: request.run, sentence: error.message });
  }
}

process.on('message', (request: Request) => {
  if (request.do === 'check') run = request.run;
  working = working.then(() => handle(request)).catch(fail);
});

/** Generates the demo portfolio and writes its chunks. `onWritten`: the part that is written, from 0 to 1. */
function writeDemo(from: GeneratedFrom, onWritten: (part: number) => void): Written {
  let risks = 0;
  const names = new Set<string>();
  const writer = chunkWriter({ dimensions: DIMENSION_KEYS, kept: [] });
  for (const part of generatePortfolio(from)) {
    const columns = columnsOf(part);
    for (const name of columns.kept.keys()) names.add(name);
    writer.write(columns);
    risks += part.length;
    onWritten(risks / DEMO_PORTFOLIO.risks);
  }
  const written = writer.finish();
  return { ...written, summary: { ...written.summary, kept: [...names] } };
}
