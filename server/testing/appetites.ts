import type { AppetiteMatrix } from '#contract/admin.ts';
import type { AppetiteProposal, WaitingProposal } from '#contract/appetite.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { TestApp } from './app.ts';
import { bucketTester } from './buckets.ts';
import type { Sent } from './calls.ts';
import { insertPeople } from './records.ts';

export const PROPOSER = 'administrator';
export const CONFIRMER = 'reviewer.one';
export type AppetiteStep = BucketAddress & Readonly<{ was: number; appetite: number }>;
export type Who = NonNullable<Sent['who']>;

const PARTNERS = [9101, 9112, 9120] as const;

/** Calls about appetites, which one person proposes to raise and another confirms. */
export function appetiteTester(server: TestApp) {
  const tester = bucketTester(server);
  const { call, good } = tester;
  let [classes, people] = [0, 0];
  const set = (changes: readonly AppetiteStep[], reason = '', who: Who = PROPOSER) =>
    call('PUT', '/api/admin/appetites', { who, body: { changes, reason } });
  const matrix = () => good<AppetiteMatrix>('GET', '/api/admin/appetites', { who: PROPOSER });

  return {
    ...tester,
    set,
    waiting: async (who: Who = CONFIRMER) =>
      (await good<{ items: WaitingProposal[] }>('GET', '/api/appetite-proposals', { who })).items,
    read: (id: string, who: Who = CONFIRMER) => good<AppetiteProposal>('GET', `/api/appetite-proposals/${id}`, { who }),
    decide: (id: string, decision: string, buckets: readonly BucketAddress[], who: Who = CONFIRMER) =>
      call('PUT', `/api/appetite-proposals/${id}/decision`, {
        who,
        body: { decision, buckets: buckets.map(({ partner, cob }) => ({ partner, cob })), reason: 'As agreed' },
      }),
    /** The appetite of each bucket of a class, and what it waits to be raised to. */
    appetitesOf: async (cob: string) =>
      (await matrix()).cells
        .filter((cell) => cell.cob === cob)
        .map(({ appetite, raise }) => [appetite, raise?.becomes]),
    lastRecord: async (id: string) => (await tester.records(id)).at(-1),
    /** A class with a bucket of appetite 1 for each of three partners; `raise` raises all of them. */
    async addClass() {
      const cob = CLASSES[classes++]?.slug ?? '';
      for (const partner of PARTNERS) await tester.add(partner, cob, 1);
      const raise = (appetite: number) => PARTNERS.map((partner) => ({ partner, cob, was: 1, appetite }));
      return { cob, raise: raise as unknown as (appetite: number) => [AppetiteStep, AppetiteStep, AppetiteStep] };
    },
    /** Proposes these, and returns the id of the proposal. */
    async propose(changes: readonly AppetiteStep[], reason?: string): Promise<string> {
      const { statusCode, body } = await set(changes, reason);
      if (statusCode !== 200) throw new Error(body);
      const [first] = changes;
      const isFirst = ({ partner, cob }: BucketAddress) => partner === first?.partner && cob === first.cob;
      return (await matrix()).cells.find(isFirst)?.raise?.proposal ?? '';
    },
    /** Somebody verified, unless `more` says otherwise. */
    async addPerson(permissions: readonly string[], more: object = {}) {
      people += 1;
      const person = { id: `test|person.${people}`, permissions: [...permissions] };
      await insertPeople(server.database.db, { ...person, ...more });
      return person;
    },
  };
}
