import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

/* Runs before each file. Files share their modules: what the last one drew and kept is taken away. */

localStorage.clear();
sessionStorage.clear();
beforeEach(cleanup);
