import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

/* Runs for each file. Files share their modules, so a hook of a module that they import would run in one of them alone. */

beforeEach(async () => {
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
