import { expect, test } from 'vitest';
import type { EditsImpact, StoredMeasurement } from '#contract/impact.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import type { PendingReview } from '#contract/review.ts';
import { addCounts, addSetImpacts } from '#domain/review/set-facts.ts';
import { measurementOf } from '#domain/review/measured.ts';
import { callsBy } from '#server/testing/calls.ts';
import { dialTester } from '#server/testing/dials.ts';
import { eventually } from '#server/testing/eventually.ts';
import { portfolioLoader, startPortfolioApp } from '#server/testing/portfolios.ts';
import { REVIEWERS, reviewTester, UNDERWRITER } from '#server/testing/reviews.ts';

const DAY_MS = 86_400_000;
const server = startPortfolioApp();
const tester = reviewTester(server);
const { open, keep } = portfolioLoader(server);
const admin = callsBy('administrator', server);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const fileOf = (risks: number) =>
  ['reference,class of business,inception', ...Array.from({ length: risks }, (_, n) => `R${n},Cargo,2025-02-01`)].join(
    '\n',
  );

type ReviewImpact = Readonly<{ stored: StoredMeasurement[]; missing: string | null }>;
const pendingOf = async (set: string) =>
  (await tester.good<{ items: PendingReview[] }>(REVIEWERS[0], 'GET', '/api/reviews')).items.find(
    (item) => item.set?.id === set,
  );

test('a set that goes live on a day has one impact, of that day, in the dialog, on Home, on its page and on those of its buckets', async () => {
  await keep((await open('risks.csv', fileOf(10))).id, 'Risks');
  const buckets = await tester.addBuckets(3, ['cargo']);
  // Today it changes nothing.
  const dial = await dialTester(server).published({
    name: 'All of cargo from then on',
    active_from: inDays(20),
    values: { max_line: 1000 },
  });
  const edits = [{ kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } }];
  const day = inDays(30);
  await tester.change(UNDERWRITER, buckets, edits);
  const revisions = await Promise.all(buckets.map(async (address) => (await tester.get(address)).revision));

  // Dialog: what is measured before the submission.
  const measureOn = async (on: string | undefined) => {
    const body = { against: 'live', buckets: buckets.map((address) => ({ ...address, edits: [], day: on })) };
    const measured = await tester.good<EditsImpact>(UNDERWRITER, 'POST', '/api/bucket-drafts/impact', { body });
    return measured.state === 'measured' ? measured.buckets : [];
  };
  expect(addCounts(await measureOn(undefined)).changed.risks).toBe(0);
  const dialog = await measureOn(day);
  expect(dialog.map((one) => one.day)).toEqual([day, day, day]);
  const figures = { changed: addCounts(dialog).changed.risks, all: addCounts(dialog).all.risks, day };
  expect(figures).toEqual({ changed: 30, all: 30, day });

  const { set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: {
      buckets: buckets.map((address, index) => ({ ...address, revision: revisions[index], edits: [] })),
      submit: { description: 'Together', live_on: day },
    },
  });
  await eventually(async () => expect((await pendingOf(set))?.impact.state).toBe('measured'));

  const everywhere = async () => {
    const home = await pendingOf(set);
    // The question before the deciding vote shows the stored figures of the set, too.
    const page = addSetImpacts((await tester.readSet(set)).buckets.flatMap(({ impact }) => impact ?? []));
    const pages = await Promise.all(
      buckets.map((address) =>
        tester.good<ReviewImpact>(REVIEWERS[0], 'GET', `${tester.urlOf(address)}/review/impact`),
      ),
    );
    const measured = pages.map(({ stored }) => measurementOf(stored));
    return {
      home: { changed: home?.impact.changed, all: home?.impact.all, day: home?.impact.day },
      set: { changed: page.count.changed.risks, all: page.count.all.risks, day: page.day },
      pages: {
        changed: measured.reduce((sum, one) => sum + (one?.impact.changed.risks ?? 0), 0),
        all: measured.reduce((sum, one) => sum + (one?.impact.all.risks ?? 0), 0),
        day: measured[0]?.day,
      },
    };
  };
  expect(await everywhere()).toEqual({ home: figures, set: figures, pages: figures });
  expect(await pendingOf(set)).toMatchObject({ live_on: day, set: { same_day: true } });

  // Measured again with another portfolio: the newest is the one everywhere.
  await keep((await open('more.csv', fileOf(14))).id, 'More');
  const { items } = await admin.good<{ items: Portfolio[] }>('GET', '/api/admin/portfolios');
  const other = items.find(({ name }) => name === 'More');
  await admin.good('POST', `/api/admin/portfolios/${other?.id}/use`, { ifMatch: other?.revision ?? '' });
  for (const address of buckets) await tester.good(REVIEWERS[0], 'POST', `${tester.urlOf(address)}/review/impact`, {});
  const more = { changed: 42, all: 42, day };
  expect(await everywhere()).toEqual({ home: more, set: more, pages: more });
});

test('[R31] a set whose buckets go live on different days is not said to go live on one', async () => {
  const buckets = await tester.addBuckets(2, ['cargo']);
  const dial = await dialTester(server).published({ name: 'On its day', values: { min_line: 10 } });
  const edits = [{ kind: 'add', dial_id: dial.id, version: 1, place: { at: 'end' } }];
  await tester.change(UNDERWRITER, buckets, edits);
  const revisions = await Promise.all(buckets.map(async (address) => (await tester.get(address)).revision));
  const { set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', {
    body: {
      buckets: buckets.map((address, index) => ({
        ...address,
        revision: revisions[index],
        edits: [],
        live_on: inDays(10 + index),
      })),
      submit: { description: 'Each on its day' },
    },
  });
  await eventually(async () => expect((await pendingOf(set))?.impact.state).toBe('measured'));
  expect(await pendingOf(set)).toMatchObject({
    live_on: inDays(10),
    set: { same_day: false },
    impact: { day: null },
  });
});
