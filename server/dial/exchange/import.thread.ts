import { serveJobs } from '#server/thread/serve.ts';
import { runImportJob } from './import.plan.ts';

/** The thread that reads and checks imports: the one that answers calls never waits for it. */
serveJobs(runImportJob);
