#!/usr/bin/env node
import { verifyFile } from './verify.ts';

/** `lineslip-verify`. */
try {
  console.log(await verifyFile(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
