import { readFileSync } from 'node:fs';
import { STATUS_EVERY_MS } from '#domain/feed/status.ts';
import { openClient } from '#sdk/client.ts';
import type { LineslipOptions } from '#sdk/types.ts';
import { askAll } from './ask.ts';

/** An engine in a process of its own, which evaluates all the time and sends a batch every few milliseconds. */
const options = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LineslipOptions;
const BATCH_MS = 10;

const lineslip = await openClient(options, {
  random: () => 0.02,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms === STATUS_EVERY_MS ? BATCH_MS : ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
});

setInterval(() => process.send?.(askAll(lineslip)), 2);
