import { serveJobs } from '#server/thread/serve.ts';
import { runProofJob } from './proof.job.ts';

/** The proving thread, so that proofs never block requests. */
serveJobs(runProofJob);
