import { z } from 'zod';

// Otherwise the library probes for code generation, which our Content-Security-Policy reports.
z.config({ jitless: true });

export { z };
