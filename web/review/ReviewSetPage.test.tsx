import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReviewSet, SetBucket } from '#contract/review.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { ADDRESS, JUST_NOW, OTHER } from '#web/bucket/testing.tsx';
import {
  approvedBy,
  makeRound,
  makeSet,
  makeSetBucket,
  makeSigner,
  OLDER,
  REVIEWER,
  WITH_KEPT_OVERRIDE,
} from './testing.ts';
import { show } from '#web/review/page/testing.tsx';

const ALDER = { number: 9101, name: 'Alder' };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const panel = page.getByRole('complementary', { name: 'Review' });
const rows = () =>
  page
    .getByRole('table', { name: 'Buckets of the set' })
    .getByRole('row')
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
const choose = async (name: string) => {
  await page.getByRole('combobox').click();
  await page.getByRole('option', { name }).click();
};

test('[R37] a set that only restarts says so, and claims no impact', async () => {
  const restart = { id: 's1', at: JUST_NOW, by: OTHER, reason: 'Wrong rates' };
  const counts = { added: 0, removed: 0, updated: 0, overridden: 0, reordered: 0 };
  const buckets = [0, 1].map((n) =>
    makeSetBucket(n, {
      round: makeRound({ hash: String(n).repeat(64), restart, votes: [approvedBy(REVIEWER)] }),
      difference: { counts, changes: [], unchanged: [] },
      impact: { changed: 0, risks: 38_412, premium: 0, day: '2026-11-14', values: [] },
    }),
  );
  await show(makeSet({ title: 'Restart of 2 buckets', dial: null, buckets }));
  await expect.element(region('Restart').getByText('Restarts 2 buckets. Their dials do not change.')).toBeVisible();
  expect(page.getByRole('columnheader', { name: 'Risks that change' }).query()).toBeNull();
  await button('Approve all 2').click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByRole('definition').nth(1))
    .toMatchTextContent('Restarts 2 buckets. Their dials do not change.');
});

test('shows the shared change once, exceptions with their differences, and each bucket with votes and risks', async () => {
  await show();
  await expect.element(region('The same change in 3 buckets')).toMatchTextContent('Max line');
  await expect.element(page.getByText('one keeps its own value, one comes from an older version')).toBeVisible();
  const exceptions = region('2 exceptions').getByRole('listitem');
  await expect
    .element(exceptions.first())
    .toMatchTextContent(/9104 Fulmar.*3,000,000Override keptinstead of 3,500,000/);
  await expect
    .element(exceptions.last())
    .toMatchTextContent(/9105 Juniper.*v4 to v6.*Lead share cap.*the rest as above/i);
  expect(exceptions.last().element().textContent).not.toContain('Max line');
  expect(rows()).toEqual([
    expect.stringMatching(/^9101 Alder1 of 2.*by Demo Reviewer OneNot voted yet3,1118.1% of risks\$2mOpen$/),
    expect.stringMatching(/^9102 Beacon1 of 2/),
    expect.stringMatching(/^9103 Drumlin1 of 2/),
    expect.stringMatching(/^9104 Fulmarexception0 of 2Not voted yet/),
    expect.stringMatching(/^9105 Juniperexception0 of 2Not voted yet/),
    'All 5on 14 Nov 202614,5557.6% of risks$10m',
  ]);
  await expect.element(panel).toMatchTextContent(/3 have 1 of 2 approvals, 2 have no approvals/);
  await expect.element(panel).toMatchTextContent(/Approved 3Demo Reviewer One.*, not the exceptions/);
  await expect.element(panel).toMatchTextContent(/Your approval makes 3 of them Active/);
});

test.each<[string, readonly Partial<SetBucket>[], readonly string[]]>([
  ['the number of its partner', [{}, {}], ['9101', '9102']],
  ['its class where they have one partner', [{ partner: ALDER }, { partner: ALDER, cob: 'hull' }], ['Cargo', 'Hull']],
  ['both where either is there twice', [{}, { cob: 'hull' }], ['9101, Cargo', '9102, Hull']],
])('a bucket with the shared change is told by %s', async (_name, buckets, tags) => {
  await show(makeSet({ buckets: buckets.map((bucket, n) => makeSetBucket(n, { cob: 'cargo', ...bucket })) }));
  const list = page.getByRole('list', { name: 'Buckets with this change' });
  await expect.element(list.getByRole('listitem')).toHaveLength(tags.length);
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(tags);
});

test('a change of its own names its dial', async () => {
  const move = { value: 'max_line', before: null, overridden: true, own: null } as const;
  const overridden = (name: string, after: number) =>
    ({ kind: 'overridden', dial_id: name, name, version: 1, values: [{ ...move, after }] }) as const;
  const buckets = [
    makeSetBucket(0, {}, overridden('Cargo war only', 123_000)),
    makeSetBucket(1, {}, overridden('Cargo base appetite', 124_000)),
  ];
  await show(makeSet({ buckets }));
  const own = region('A change of its own in 2 buckets');
  await expect.element(own).toMatchTextContent(/9101 AlderCargo war only.*123,000.*Cargo base appetite.*124,000/);
});

test('where all lose a dial, an exception names the override that disappears, or that it never had the dial', async () => {
  const remove = (overrides = {}) =>
    ({
      kind: 'removed',
      dial_id: 'd1',
      name: 'Cargo war only',
      version: 3,
      position: 1,
      data: { ...EMPTY_DIAL, values: { max_line: 1_000_000 } },
      overrides,
    }) as const;
  const other = { ...remove(), kind: 'added', dial_id: 'd2', name: 'Cargo base appetite' } as const;
  const buckets = [remove(), remove(), remove({ max_line: 1_250_000 }), other];
  await show(makeSet({ buckets: buckets.map((change, n) => makeSetBucket(n, {}, change)) }));
  const exceptions = region('2 exceptions').getByRole('listitem');
  await expect
    .element(exceptions.filter({ hasText: '9103' }).first())
    .toMatchTextContent(/^9103 DrumlinMax line1,250,000Overridedisappears, 1,000,000 in the others$/);
  await expect
    .element(exceptions.filter({ hasText: '9104' }).first())
    .toMatchTextContent('Cargo war only was not in this bucket');
});

test('says which examples its submitter knew to break', async () => {
  const broken_examples = [{ id: 'e1', name: 'US hospital group' }];
  await show(makeSet({ buckets: [makeSetBucket(0, { round: makeRound({ broken_examples }) }), makeSetBucket(1)] }));
  await expect
    .element(page.getByText('Submitted knowing that 1 example newly breaks: “US hospital group”.'))
    .toBeVisible();
});

test('a vote that no longer counts is not an approval in its bucket’s row', async () => {
  const discounted = { ...approvedBy(OTHER), discounted: 'vote_from_author' as const };
  const round = makeRound({ votes: [approvedBy(REVIEWER), discounted] });
  await show(makeSet({ buckets: [makeSetBucket(0, { round }), makeSetBucket(1)] }));
  await expect.element(page.getByRole('link', { name: 'Open 9101 Alder' })).toBeVisible();
  expect(rows()[0]).toMatch(/^9101 Alder1 of 2.*by Demo Reviewer OneNot voted yet/);
  expect(rows()[0]).not.toContain(`by ${OTHER.name}`);
});

test('Approve all asks before making any live, votes on each by its hash, and shows the outcome', async () => {
  const { server } = await show();
  await expect.element(panel.getByText('3 become Active.')).toBeVisible();
  await button('Approve all 5').click();
  const dialog = page.getByRole('dialog', { name: 'Make 3 buckets live?' });
  await expect.element(dialog).toMatchTextContent('Fulmar and Juniper need two approvals. Five votes');
  const facts = dialog.getByRole('definition');
  await expect.element(facts.nth(0)).toMatchTextContent('Updated 3');
  await expect.element(facts.nth(1)).toMatchTextContent('9,033 of 115,236 risks change on 14 Nov 2026');
  await expect.element(facts.nth(2)).toMatchTextContent('1 of 3 newly breaksUS hospital group (9102 Beacon)');
  await button('Approve and make live').click();
  await expect.element(panel.getByText('3 are Active, 2 have 1 of 2 approvals')).toBeVisible();
  expect(server.votes).toEqual([
    {
      choice: 'approve',
      comment: '',
      partners: [9101, 9102, 9103, 9104, 9105],
      hashes: ['0', '1', '2', '3', '4'].map((digit) => digit.repeat(64)),
    },
  ]);
  expect(rows()[0]).toMatch(/^9101 AlderDraft Approvedv13Approved/);
  await expect.element(button('Approved all 2')).toBeDisabled();
});

test('a refused vote casts nothing: the row says why, and the others can be approved', async () => {
  const { server } = await show();
  server.refusing = { 9104: 'This review has ended.' };
  await button('Approve all 5').click();
  await button('Approve and make live').click();
  await expect.element(panel.getByRole('alert')).toMatchTextContent('No vote was cast: 1 bucket could not take it.');
  expect(rows()[4]).toBe('9104 Fulmar: This review has ended.');
  await button('Approve the other 4').click();
  await button('Approve and make live').click();
  await expect.element(panel.getByText(/^3 are Active/)).toBeVisible();
  expect(server.votes.at(-1)?.partners).toEqual([9101, 9102, 9103, 9105]);
});

test('Reject and Comment apply to the selected scope', async () => {
  const { server } = await show();
  const field = page.getByRole('textbox', { name: 'Comment (required to reject)' });
  await field.fill('Why now?');
  await button('Comment').click();
  await expect.element(panel.getByText('on all 5 buckets')).toBeVisible();
  await choose('On 9104 Fulmar');
  await expect.element(button('Approve 9104 Fulmar')).toBeVisible();
  await field.fill('Too much');
  await button('Reject').click();
  await expect.element(panel.getByText('Rejected 1')).toBeVisible();
  expect(server.comments).toMatchObject([{ text: 'Why now?', partners: [9101, 9102, 9103, 9104, 9105] }]);
  expect(server.votes).toMatchObject([{ choice: 'reject', comment: 'Too much', partners: [9104] }]);
});

test('comments have Reply, Resolve and the number unresolved, for all buckets they are on', async () => {
  const { server } = await show();
  const field = page.getByRole('textbox', { name: 'Comment (required to reject)' });
  await field.fill('Why now?');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(panel.getByText('1 unresolved')).toBeVisible();
  await panel.getByRole('button', { name: /^Reply/ }).click();
  await field.fill('Because');
  await button('Reply').click();
  await expect.element(panel.getByText('Because')).toBeVisible();
  await panel.getByRole('button', { name: 'Resolve: Why now?' }).click();
  await expect.element(panel.getByText(/^Resolved by/)).toBeVisible();
  expect(panel.getByText('1 unresolved').query()).toBeNull();
  const all = [9101, 9102, 9103, 9104, 9105];
  expect(server.comments).toMatchObject([
    { text: 'Why now?', partners: all },
    { text: 'Because', reply_to: 'new 1', partners: all },
  ]);
  expect(server.resolutions).toEqual([{ id: 'new 1', resolved: true }]);
});

test('a click anywhere in its row opens a bucket', async () => {
  const { router } = await show();
  await page.getByText('9102 Beacon', { exact: true }).first().click();
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/syndicate\/9102\/bucket\/[^/]+\/draft$/);
});

const barred = {
  abilities: { vote: false, comment: true },
  refusal: 'You edited or submitted this draft. Other people decide about it.',
};
const ended = (outcome: 'approved' | 'rejected' | 'cancelled') => ({
  round: makeRound({ outcome }),
  abilities: { vote: false, comment: false },
});

test.each<[string, ReviewSet, readonly RegExp[], readonly string[]]>([
  [
    'authors see why they have no buttons',
    makeSet({ buckets: [makeSetBucket(0, barred), makeSetBucket(1, barred)] }),
    [/You edited or submitted this draft/, /You cannot vote/],
    ['Reject', 'Approve all 2'],
  ],
  [
    'a bucket that left is struck and not counted',
    makeSet({ buckets: [makeSetBucket(0), makeSetBucket(1), makeSetBucket(2, ended('cancelled'))] }),
    [/The same change in 2 buckets/, /2 buckets, submitted together/, /9103 DrumlinCancelled/, /Approve all 2/],
    ['Approve all 3'],
  ],
  [
    'without a shared change every bucket is listed with its own',
    makeSet({ buckets: [makeSetBucket(0, {}, WITH_KEPT_OVERRIDE), makeSetBucket(1, {}, OLDER)] }),
    [/A change of its own in 2 buckets/, /Override kept/, /Lead share cap/],
    [],
  ],
  [
    'a set that has ended says what became of each',
    makeSet({ buckets: [makeSetBucket(0, ended('approved')), makeSetBucket(1, ended('rejected'))] }),
    [/1 is Active, 1 was rejected/, /9101 AlderDraft Approved/, /9102 BeaconDraft Rejected/],
    ['Reject', 'Comment'],
  ],
])('%s', async (_what, set, texts, without) => {
  await show(set);
  await expect.element(page.getByRole('table', { name: 'Buckets of the set' })).toBeVisible();
  for (const text of texts) expect(document.body.textContent).toMatch(text);
  for (const name of without) expect(button(name).query(), name).toBeNull();
});

test('a set that does not exist says so', async () => {
  await show(null);
  await expect.element(page.getByRole('heading', { name: 'This set does not exist' })).toBeVisible();
});

test('votes of others refetch the set once for all its buckets, and ignore other buckets', async () => {
  const { server, live } = await show();
  await expect.element(panel.getByText('3 have 1 of 2 approvals, 2 have no approvals')).toBeVisible();
  const before = server.fetches;
  server.set = makeSet({ buckets: [makeSetBucket(0), makeSetBucket(1)] });
  const event = { kind: 'bucket_voted', cob: ADDRESS.cob, revision: '2', by: OTHER, at: JUST_NOW };
  for (const partner of [9199, 9101, 9102, 9103]) live.send({ ...event, partner });
  await expect.element(panel.getByText('All have 1 of 2 approvals')).toBeVisible();
  expect(server.fetches).toBe(before + 1);
});

test('J and K move from bucket to bucket, Enter opens one', async () => {
  const { router } = await show();
  await expect.element(page.getByRole('link', { name: 'Open 9101 Alder' })).toBeVisible();
  await userEvent.keyboard('jjjk');
  await expect.element(page.getByRole('link', { name: 'Open 9102 Beacon' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe(`/syndicate/9102/bucket/${ADDRESS.cob}/draft`);
});

test('one line per bucket that a rule of authority touches; an approval names who is still needed', async () => {
  const round = makeRound({ hash: '1'.repeat(64), votes: [approvedBy(OTHER)], signers: [makeSigner()] });
  await show(makeSet({ buckets: [makeSetBucket(0), makeSetBucket(1, { round })] }));
  const lines = page.getByRole('list', { name: 'Who must sign' }).getByRole('listitem');
  await expect
    .element(lines)
    .toHaveTextContent(
      '9102 Beacon must have Demo Reviewer One: max line 7,500,000 is above 5,000,000. Waits for Demo Reviewer One',
    );
  await expect.element(panel.getByText(/Beacon needs Demo Reviewer One\./)).toBeVisible();
});

test('on a phone the deciding votes on a set ask on the page, with votes and comments never opened', async () => {
  await page.viewport(390, 844);
  const { server } = await show();
  await button('Approve 5').click();
  const question = page.getByRole('dialog', { name: 'Make 3 buckets live?' });
  await expect.element(question).toBeVisible();
  await button('Approve and make live').click();
  await expect.element(page.getByRole('status').getByText('Review submitted')).toBeVisible();
  expect(server.votes).toMatchObject([{ choice: 'approve' }]);
  await page.viewport(1280, 800);
});
