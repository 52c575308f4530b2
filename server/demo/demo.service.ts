import { randomUUID } from 'node:crypto';
import type { DialEvent } from '#domain/audit/event.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  type Change,
  createDraft,
  openDraft,
  publishOpenDraft,
  saveOpenDraft,
  startNextVersion,
} from '#server/dial/dial.change.ts';
import { lockEmptyDials } from '#server/dial/dial.service.ts';
import { addReferenceContent } from '#server/reference/reference.service.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { DEMO_REFERENCE } from './demo-reference.ts';
import { STORY_AUTHORS, type Step, tellStory } from './demo.story.ts';

/** The lists that dials choose from, where there are none yet. */
export async function addDemoReference(db: Db, at: Date): Promise<boolean> {
  return transaction(db, (trx) => addReferenceContent(trx, DEMO_REFERENCE, at));
}

/** The demo people's dials, each with its past, where there never was a dial. */
export async function addDemoDials(db: Db, at: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await lockEmptyDials(trx))) return false;
    const dials = DEMO_DIALS.map(() => ({ id: randomUUID() as string, revision: 0 }));
    for (const step of tellStory(DEMO_DIALS, at)) {
      const dial = dials[step.dial];
      if (dial === undefined) continue;
      const change = { trx, actor: authorOf(step), at: step.at };
      const event = await carryOut(change, step, dial.id, String(dial.revision));
      await recordAudit(trx, change.actor.id, event ? [event] : [], step.at);
      dial.revision += 1;
    }
    return true;
  });
}

function authorOf({ by }: Step): Change['actor'] {
  const person = DEMO_PEOPLE.find(({ name }) => name === STORY_AUTHORS[by]);
  if (person === undefined) throw new Error(`There is no demo author ${by}.`);
  return { id: person.id, permissions: parsePermissions(person.permissions) };
}

/** Through the same doors as everyone: a demo that breaks a rule does not start. */
async function carryOut(change: Change, { does }: Step, id: string, revision: string): Promise<DialEvent | undefined> {
  if (does === 'start') return startNextVersion(change, id);
  if (does === 'publish') return publishOpenDraft(change, await openDraft(change, id, revision));
  if ('create' in does) return createDraft(change, id, does.create);
  return saveOpenDraft(change, await openDraft(change, id, revision), does.save);
}
