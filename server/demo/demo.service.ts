import { randomUUID } from 'node:crypto';
import type { BucketEvent, DialEvent } from '#domain/event/event.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { addBuckets, saveDraft } from '#server/bucket/bucket.change.ts';
import { openBucket } from '#server/bucket/bucket.open.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  createDraft,
  lockDial,
  openDraft,
  publishOpenDraft,
  saveDialDraft,
  startNextVersion,
} from '#server/dial/dial.change.ts';
import { lockEmptyDials } from '#server/dial/dial.service.ts';
import { addExample } from '#server/example/example.service.ts';
import { addReferenceContent } from '#server/reference/reference.service.ts';
import { submitDrafts } from '#server/review/review.submit.ts';
import { voteOnDrafts } from '#server/review/review.vote.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { DEMO_APPETITES, DEMO_BUCKETS } from './demo-buckets.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { DEMO_REFERENCE, STARTING_REFERENCE } from './demo-reference.ts';
import { type BucketStep, type DemoPin, buildBucketHistory } from './demo.bucket.story.ts';
import { type DialStep, STORY_AUTHORS, buildDemoHistory } from './demo.story.ts';

/** The lists that dials choose from, if there are none yet. */
export async function addDemoReference(db: Db, at: Date): Promise<boolean> {
  return transaction(db, (trx) => addReferenceContent(trx, DEMO_REFERENCE, at));
}

/** The same for a real deployment, without fictional content. */
export async function addStartingReference(db: Db, at: Date): Promise<boolean> {
  return transaction(db, (trx) => addReferenceContent(trx, STARTING_REFERENCE, at));
}

/** The start of the demo's history. */
export const demoBeginning = (now: Date): Date =>
  new Date(Math.min(...buildFullHistory(now).map(({ at }) => at.getTime())));

const buildFullHistory = (now: Date) => [
  ...buildDemoHistory(DEMO_DIALS, now),
  ...buildBucketHistory(DEMO_BUCKETS, now),
];

/** The demo people's dials and buckets with their history, if there never was a dial. */
export async function addDemoContent(db: Db, at: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await lockEmptyDials(trx))) return false;
    const dials = DEMO_DIALS.map(({ name }) => ({ name, id: randomUUID() as string, revision: 0, published: 0 }));
    const pinOf = (name: string): DemoPin => {
      const dial = dials.find((one) => one.name === name);
      if (dial === undefined) throw new Error(`There is no demo dial ${name}.`);
      return dial;
    };
    for (const step of buildFullHistory(at).toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const change = { trx, actor: findDemoActor('bucket' in step ? step.by : STORY_AUTHORS[step.by]), at: step.at };
      const events =
        'bucket' in step
          ? await replayBucketStep(change, step, pinOf)
          : await replayDialStep(change, step, dials[step.dial]);
      await recordAudit(trx, change.actor.id, events, step.at);
    }
    return true;
  });
}

function findDemoActor(fullName: string | undefined): ChangeContext['actor'] {
  const person = DEMO_PEOPLE.find(({ name }) => name === fullName);
  if (person === undefined) throw new Error(`There is no demo person ${fullName}.`);
  return { id: person.id, permissions: parsePermissions(person.permissions) };
}

type DialState = { id: string; revision: number; published: number };

async function replayDialStep(
  change: ChangeContext,
  step: DialStep,
  dial: DialState | undefined,
): Promise<DialEvent[]> {
  if (dial === undefined) return [];
  const event = await replayDialAction(change, step, dial.id, String(dial.revision));
  dial.revision += 1;
  if (step.does === 'publish') dial.published += 1;
  return [event ?? []].flat();
}

/** Uses the same functions as everyone: a demo that breaks a rule does not start. */
async function replayDialAction(
  change: ChangeContext,
  { does }: DialStep,
  id: string,
  revision: string,
): Promise<DialEvent | readonly DialEvent[] | undefined> {
  if (typeof does === 'object' && 'create' in does) return createDraft(change, id, does.create);
  const head = await lockDial(change.trx, id);
  if (does === 'start') return startNextVersion(change, head);
  if (does === 'publish') return publishOpenDraft(change, await openDraft(change, head, revision));
  return (await saveDialDraft(change, head, revision, does.save)).events;
}

async function replayBucketStep(
  change: ChangeContext,
  { bucket, does }: BucketStep,
  pinOf: (dial: string) => DemoPin,
): Promise<BucketEvent[]> {
  if (bucket === 'all') return addBuckets(change, DEMO_APPETITES);
  const open = await openBucket(change.trx, bucket);
  if (does === 'approve' || does === 'add') {
    const hash = hashOf(open.draft?.entries ?? []);
    const vote = { choice: 'approve', comment: '', set: null } as const;
    return [...(await voteOnDrafts(change, [{ open, hash }], vote, 'embedded')).events];
  }
  if ('keep' in does) return (await addExample(change, open, does.keep)).events;
  return 'save' in does
    ? saveDraft(change, open, does.save(pinOf))
    : submitDrafts(change, [open], { description: does.submit });
}
