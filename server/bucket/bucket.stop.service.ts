import { randomUUID } from 'node:crypto';
import type { BucketStop, bucketStopRoutes } from '#contract/bucket-stops.ts';
import { Problem } from '#contract/problem.ts';
import type { Checked } from '#contract/route.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { coversBucket, findStopPermission, refuseStop, STOP_REFUSALS } from '#domain/bucket/stop.ts';
import { bucketEvent, bucketId } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { type ChangeKit, runChange } from '#server/change/change.ts';
import { noSuchBucket } from './bucket.open.ts';
import { findStopped, insertStops, listAddresses, listStops } from './bucket.stop.store.ts';
import { lockBuckets } from './bucket.store.ts';

export { listStopsBetween, presentStop, STOP_COLUMNS, type StoppedColumns } from './bucket.stop.store.ts';

type Options = Readonly<{ kit: ChangeKit; checkpoints: Pick<Checkpoints, 'add' | 'announce'> }>;
type StopInput = Checked<typeof bucketStopRoutes.stopBuckets>['body'];

export function stopService({ kit, checkpoints }: Options) {
  return {
    list: (): Promise<{ items: BucketStop[]; total: number }> => listStops(kit.db),

    /**
     * One person stops buckets, at once. Drafts, reviews and revisions stay as they are. Buckets that are stopped already
     * keep their stop. The end of the audit chain is signed with it.
     */
    async stop(actor: Actor, { scope, reason }: StopInput): Promise<{ buckets: number }> {
      const named = scope.kind === 'buckets' ? scope.buckets : [];
      // A refusal is recorded with the first bucket that it concerns.
      let first = named[0];
      const { buckets, checkpoint } = await runChange(kit, {
        actor,
        attempt: () => [{ attempt: 'bucket_stopped', id: first ? bucketId(first) : '' }],
        work: async ({ trx, actor: current, now, require }) => {
          const covered = (await listAddresses(trx)).filter((address) => coversBucket(scope, address));
          first ??= covered[0];
          const permission = findStopPermission(current.permissions);
          if (permission === undefined) throw new Problem('not-allowed', STOP_REFUSALS.permission);
          await require(permission);
          if (covered.length < named.length) throw noSuchBucket();
          const heads = await lockBuckets(trx, covered);
          const stopped = await findStopped(
            trx,
            heads.map(({ id }) => id),
          );
          const running = heads.filter(({ id }) => !stopped.has(id));
          const refusal = refuseStop(
            scope.kind,
            { all: heads.length, running: running.length },
            'count' in scope ? scope.count : undefined,
          );
          if (refusal !== undefined) throw new Problem('conflict', refusal);
          const at = now();
          const stops = running.map(({ id, number, cob }) => ({
            id: randomUUID(),
            bucket_id: id,
            address: { partner: number, cob },
          }));
          await insertStops(
            trx,
            stops.map(({ id, bucket_id }) => ({ id, bucket_id })),
            { at, by: current.id, reason },
          );
          return {
            at,
            events: stops.map(({ id, address }) =>
              bucketEvent('bucket_stopped', address, { stop: id, reason, scope: scope.kind, buckets: stops.length }),
            ),
            answer: { buckets: stops.length, checkpoint: undefined as SignedCheckpoint | undefined },
          };
        },
        finish: async (trx, { answer }) => ({ ...answer, checkpoint: await checkpoints.add(trx) }),
      });
      checkpoints.announce(checkpoint);
      return { buckets };
    },
  };
}
