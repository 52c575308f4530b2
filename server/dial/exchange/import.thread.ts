import { serveJobs } from '#server/thread/serve.ts';
import { runImportJob } from './import.plan.ts';

/** The import thread, so that imports never block requests. */
serveJobs(runImportJob);
