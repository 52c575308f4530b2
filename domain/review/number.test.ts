import { expect, test } from 'vitest';
import { explainSigner } from '#domain/authority/requirement.ts';
import { isStepDone, setupPeople } from '#domain/setup/setup.ts';
import { explainAuthor } from './author.ts';
import { numberInSentence } from './number.ts';
import { REQUIRED_APPROVALS } from './round.ts';
import { refusePutOff } from './schedule.ts';

test.each(Array.from({ length: REQUIRED_APPROVALS.max - 1 }, (_, index) => index + REQUIRED_APPROVALS.min))(
  'with %i approvals no sentence names another number',
  (required) => {
    const word = numberInSentence(required);
    const signer = { rule: 'r', people: ['sue'], reasons: [{ holds: 'yes' as const, text: 'why' }] };
    const author = { saved: true, submitted: false, dials: [], dial_count: 0 };
    const waiting = { live_on: '2026-12-01', put_off_to: null, required };
    expect(explainSigner(signer, (id) => id, required).text).toBe(`One of the ${word} must be sue: why`);
    expect(explainAuthor(author, required).toLowerCase()).toContain(`${word} other people decide about it.`);
    expect(refusePutOff(waiting, '2026-11-30', '2026-11-18')).toContain(
      `An earlier day needs ${word} approvals again.`,
    );
    const facts = { partners: 0, classes: 0, buckets: 0, unconfirmed: 0, dials: 0, portfolios: 0, required };
    expect(isStepDone('people', { ...facts, ...setupPeople(required) })).toBe(true);
    expect(isStepDone('people', { ...facts, ...setupPeople(required - 1) })).toBe(false);
  },
);
