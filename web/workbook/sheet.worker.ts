import { runJob, type SheetJob } from './job.ts';

self.addEventListener('message', ({ data }: MessageEvent<SheetJob>) => {
  void runJob(data).then((reply) => self.postMessage(reply));
});
