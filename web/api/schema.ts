import { z } from 'zod';

// The library tries out code generation otherwise, which our Content-Security-Policy reports.
z.config({ jitless: true });

export { z };
