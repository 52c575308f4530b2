import type { AppetiteMatrix, ChangedAppetiteMatrix } from '#contract/admin.ts';
import type { AppetiteProposal, WaitingProposal } from '#contract/appetite.ts';
import type { PersonRef } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';
import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { type Attempt, type BucketAddress, bucketId, bucketObject, type DomainEvent } from '#domain/event/event.ts';
import type { Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import type { Checkpoints } from '#server/audit/audit.checkpoint.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { getBucket } from '#server/bucket/bucket.open.ts';
import { ADMIN_CREATE, ADMIN_EDIT, type ChangeKit, runChange } from '#server/change/change.ts';
import { attemptIn } from '#server/change/together.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import type { Paged } from '#server/http/cursor.ts';
import { listAdminPartners } from '#server/partner/partner.service.ts';
import { findPersonNames } from '#server/person/person.service.ts';
import { type AppetiteInput, type AppetiteRequest, changeAppetites } from './appetite.change.ts';
import { decideProposal, type DecisionInput, listProposals, readProposal } from './appetite.proposal.ts';
import { listAppetites } from './appetite.store.ts';

type AppetiteChange = Readonly<{
  at: string;
  by: PersonRef | null;
  proposed_by: PersonRef | null;
  was: number | null;
  became: number;
}>;
/** The answer of a change, with the checkpoint that was signed with it. */
type WithCheckpoint<T> = Readonly<{ answer: T; checkpoint: SignedCheckpoint | undefined }>;
type Options = Readonly<{
  kit: ChangeKit;
  /** Signs the end of the audit chain when an appetite that is live changes. */
  checkpoints: Pick<Checkpoints, 'add' | 'announce'>;
}>;
type ClassInput = Readonly<{ cob: string; appetites: readonly Omit<AppetiteInput, 'cob'>[]; reason: string }>;
type AppetitesInput = Readonly<{ changes: readonly AppetiteInput[]; reason: string }>;

const HISTORY = ['bucket_added', 'bucket_appetite_changed'] as const;
const ATTEMPTS = {
  confirm: 'bucket_appetite_changed',
  decline: 'bucket_appetite_declined',
  withdraw: 'bucket_appetite_withdrawn',
} as const satisfies Record<RaiseDecision, Attempt>;

/** Partners by classes. */
export async function readMatrix(db: Db): Promise<AppetiteMatrix> {
  return { partners: await listAdminPartners(db), cells: await listAppetites(db) };
}

/** Appetites of buckets: lowered by one person, raised by two. */
export function appetiteService({ kit, checkpoints }: Options) {
  const { db, directory } = kit;

  const sign = async <T>(
    trx: Trx,
    { events, answer }: Readonly<{ events: readonly DomainEvent[]; answer: WithCheckpoint<T> }>,
  ): Promise<WithCheckpoint<T>> =>
    events.some(({ action }) => action === 'bucket_appetite_changed')
      ? { ...answer, checkpoint: await checkpoints.add(trx) }
      : answer;
  const announce = <T>({ answer, checkpoint }: WithCheckpoint<T>): T => {
    checkpoints.announce(checkpoint);
    return answer;
  };

  async function change(actor: Actor, needs: Requirement, request: AppetiteRequest): Promise<ChangedAppetiteMatrix> {
    // A refusal is recorded with the bucket that caused it.
    const attempt = {
      attempt: 'bucket_appetite_changed' as const,
      id: request.inputs[0] ? bucketId(request.inputs[0]) : '',
    };
    return announce(
      await runChange(kit, {
        actor,
        needs,
        attempt,
        work: async (of) => {
          const onRefusedBucket = (address: BucketAddress) => (attempt.id = bucketId(address));
          const { events, at, lowered, raised } = await changeAppetites(of, request, onRefusedBucket);
          const answer = { ...(await readMatrix(of.trx)), lowered, raised };
          return { events, at, answer: { answer, checkpoint: undefined as SignedCheckpoint | undefined } };
        },
        finish: sign,
      }),
    );
  }

  return {
    matrix: (): Promise<AppetiteMatrix> => snapshot(db, readMatrix),

    addClass: (actor: Actor, { cob, appetites, reason }: ClassInput) =>
      change(actor, ADMIN_CREATE, {
        inputs: appetites.map((one) => ({ ...one, cob })),
        place: 'appetites',
        adds: true,
        reason,
      }),

    set: (actor: Actor, { changes, reason }: AppetitesInput) =>
      change(actor, ADMIN_EDIT, { inputs: changes, place: 'changes', adds: false, reason }),

    proposals: (actor: Actor): Promise<WaitingProposal[]> =>
      snapshot(db, (trx) => listProposals(trx, actor, directory)),

    proposal: (actor: Actor, id: string): Promise<AppetiteProposal> =>
      snapshot(db, (trx) => readProposal(trx, id, actor, directory)),

    decide: async (actor: Actor, input: DecisionInput): Promise<AppetiteProposal> =>
      announce(
        await runChange(kit, {
          actor,
          attempt: attemptIn(ATTEMPTS[input.decision], input.buckets),
          work: async (of) => {
            const { events, at } = await decideProposal(of, input, directory);
            const answer = await readProposal(of.trx, input.id, of.actor, directory);
            return { events, at, answer: { answer, checkpoint: undefined as SignedCheckpoint | undefined } };
          },
          finish: sign,
        }),
      ),

    /** Newest first. */
    async history(address: BucketAddress, paged: Paged): Promise<Page<AppetiteChange>> {
      await getBucket(db, address);
      const { type, id } = bucketObject(address);
      const { items, next } = await listAuditRows(
        db,
        null,
        { object_type: type, object_id: id, actions: HISTORY },
        paged,
      );
      const read = items.map(({ at, by, detail }) => ({ at, by, ...changeOf(detail) }));
      const names = await findPersonNames(
        db,
        read.flatMap(({ proposer }) => proposer ?? []),
      );
      return {
        items: read.map(({ proposer, ...one }) => ({
          ...one,
          proposed_by: proposer === undefined ? null : { id: proposer, name: names.get(proposer) ?? '' },
        })),
        next,
      };
    },
  };
}

function changeOf(detail: unknown): { was: number | null; became: number; proposer: string | undefined } {
  const { appetite, was, became, proposed_by } = detail as {
    appetite?: number;
    was?: number;
    became?: number;
    proposed_by?: string;
  };
  return { was: was ?? null, became: became ?? appetite ?? 0, proposer: proposed_by };
}
