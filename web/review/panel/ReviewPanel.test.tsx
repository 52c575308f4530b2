import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { REFUSALS } from '#domain/review/round.ts';
import { entriesOf, ME } from '#web/bucket/testing.tsx';
import {
  approvedBy,
  SUBMITTED_AT,
  HASH,
  makeAuthor,
  makeComment,
  makeReview,
  makeRound,
  REVIEWER,
} from '#web/review/testing.ts';
import { ALLOWED, AT, button, DIALS, field, panel, PENDING, show, submitOther } from './testing.tsx';

describe('the votes', () => {
  test('a used slot shows name and time, a free one says what the next vote does', async () => {
    await show(makeReview(makeRound({ votes: [approvedBy(REVIEWER)] })));
    await expect.element(panel.getByText('1 of 2 approvals, 0 of 2 rejections')).toBeVisible();
    const [used, free] = panel.getByRole('listitem').elements();
    expect(used?.textContent).toMatch(/^ApprovedDemo Reviewer One14 Nov 2026 \d\d:20$/);
    expect(free?.textContent).toBe('Still neededOne more approval makes it Active');
  });

  test('without view on review there is no panel, and nothing is fetched', async () => {
    const { server } = await show(makeReview(), ['bucket:view']);
    await expect.element(page.getByRole('heading', { name: 'Change summary' })).toBeVisible();
    expect(panel.query()).toBeNull();
    expect(server.fetches).toBe(0);
  });

  test('a draft that was never submitted has no panel', async () => {
    await show(makeReview(null));
    await expect.element(page.getByRole('heading', { name: 'Change summary' })).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('an author sees why the buttons are missing, and can comment', async () => {
    const review = makeReview(makeRound(), { abilities: { vote: false, comment: true }, refusal: REFUSALS.author });
    const { server } = await show(review);
    await expect.element(panel.getByText(REFUSALS.author)).toBeVisible();
    expect(button('Approve').query()).toBeNull();
    expect(button('Reject').query()).toBeNull();
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Three risks gain a line.');
    await button('Comment').click();
    await expect.element(panel.getByText('Three risks gain a line.')).toBeVisible();
    expect(server.comments).toMatchObject([{ text: 'Three risks gain a line.', dial_id: null }]);
  });

  test('the authors are listed with the reason', async () => {
    const writer = makeAuthor({
      ...REVIEWER,
      saved: false,
      submitted: false,
      dials: [{ id: 'd1', name: 'Dial 1' }],
      dial_count: 1,
    });
    await show(makeReview(makeRound({ authors: [makeAuthor(), writer] })));
    const authors = panel.getByRole('region', { name: 'Authors' });
    await expect.element(authors.getByText('edited and submitted the draft')).toBeVisible();
    await expect.element(authors.getByText('wrote “Dial 1”')).toBeVisible();
  });

  test('a vote that no longer counts says why, and the next vote replaces it', async () => {
    const gone = { ...approvedBy(REVIEWER), discounted: 'deactivated' } as const;
    await show(makeReview(makeRound({ votes: [gone] })));
    await expect.element(panel.getByText('Not counted: this person was deactivated')).toBeVisible();
    await expect.element(panel.getByText('0 of 2 approvals, 0 of 2 rejections')).toBeVisible();
    await expect.element(panel.getByText('Two approvals make it Active')).toBeVisible();
  });

  test('an unverified person reads that their vote will not count, and is not asked to make anything live', async () => {
    const vote_not_counted = 'Your vote will be shown but not counted, because your identity is not verified.';
    await show(makeReview(makeRound({ votes: [approvedBy(REVIEWER)] }), { vote_not_counted }));
    await expect.element(panel.getByText(vote_not_counted)).toBeVisible();
    await button('Approve').click();
    await expect.element(page.getByText('Review submitted')).toBeVisible();
    expect(button('Approve and make live').query()).toBeNull();
  });

  test('tells the voter if their vote reveals that another no longer counts', async () => {
    const { server } = await show(makeReview(makeRound({ votes: [approvedBy(REVIEWER)] })));
    const recounted = { ...approvedBy(REVIEWER), discounted: 'not_permitted' } as const;
    server.recounted = recounted;
    await button('Approve').click();
    await button('Approve and make live').click();
    await expect.element(page.getByText('Demo Reviewer One’s vote is not counted')).toBeInTheDocument();
    await expect.element(panel.getByText('Not counted: this person may no longer vote')).toBeVisible();
    await expect.element(panel.getByText('1 of 2 approvals, 0 of 2 rejections')).toBeVisible();
  });

  test('a closed review says so and accepts no votes', async () => {
    await show(makeReview(makeRound({ outcome: 'rejected', closed_at: SUBMITTED_AT })));
    await expect
      .element(panel.getByText('This review has ended: the draft was rejected and is back to Draft.'))
      .toBeVisible();
    expect(button('Approve').query()).toBeNull();
  });

  test('a review that fails to load shows an error in the panel, and the draft stays', async () => {
    await show(undefined, ALLOWED, { getReview: () => Promise.reject(new Error('No answer.')) });
    await expect.element(panel.getByText('Failed to load the review')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Change summary' })).toBeVisible();
  });
});

describe('casting a vote', () => {
  test('Approve covers the content that was read, and is shown at once', async () => {
    const { server } = await show();
    await expect
      .element(panel.getByText('Your vote counts for exactly this content. You may change it until the round ends.'))
      .toBeVisible();
    await button('Approve').click();
    await expect.element(panel.getByText('1 of 2 approvals, 0 of 2 rejections')).toBeVisible();
    await expect.element(panel.getByText('You approved.')).toBeVisible();
    await expect.element(page.getByRole('status').getByText('Review submitted')).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toMatch(/^Approved.+\(you\)/);
    expect(server.votes).toMatchObject([{ choice: 'approve', comment: '', hashes: [HASH] }]);
  });

  test('the deciding approval says so, asks once, and opens the active page', async () => {
    const { router, server } = await show(makeReview(makeRound({ votes: [approvedBy(REVIEWER)] })));
    const does = `Your approval makes v${PENDING.live.number + 1} live, with 1 change.`;
    await expect.element(panel.getByText(does)).toBeVisible();
    // This vote may end the round.
    expect(panel.getByText(/You may change it/).query()).toBeNull();
    await button('Approve').click();
    const question = page.getByRole('dialog', { name: `Make v${PENDING.live.number + 1} live?` });
    await expect.element(question.getByText(does)).toBeVisible();
    await expect.element(question).toMatchTextContent(/ImpactNot measured: there is no portfolio\./);
    await button('Continue reviewing').click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(button('Approve')).toHaveFocus();
    expect(server.votes).toEqual([]);
    await button('Approve').click();
    await button('Approve and make live').click();
    await expect.element(page.getByRole('status').getByText('Review submitted')).toBeVisible();
    await expect.element(page.getByText(`at ${AT}`)).toBeVisible();
    expect(router.state.location.pathname).toBe(AT);
  });

  test('Reject without a comment focuses the comment and says so; nothing is sent', async () => {
    const { server } = await show();
    await button('Reject').click();
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByText('Please say why in a comment: it is required to reject.')).toBeVisible();
    expect(server.votes).toEqual([]);
    await userEvent.keyboard('Too wide');
    await expect.element(page.getByText('it is required to reject.')).not.toBeInTheDocument();
    await button('Reject').click();
    await expect.element(panel.getByText('0 of 2 approvals, 1 of 2 rejections')).toBeVisible();
    expect(server.votes).toMatchObject([{ choice: 'reject', comment: 'Too wide', hashes: [HASH] }]);
  });

  test('a vote on outdated content is not counted: the comment stays, reloading lets one vote', async () => {
    const { server, bucket } = await show();
    await field.fill('Fine by me');
    submitOther({ server, bucket }, entriesOf(DIALS.slice(1)));
    await button('Approve').click();
    await expect.element(page.getByText('The draft changed while you were reading.')).toBeVisible();
    await expect.element(field).toHaveValue('Fine by me');
    await expect.element(button('Approve')).toBeDisabled();
    await button('Read again').click();
    await expect.element(page.getByText('The draft changed while you were reading.')).not.toBeInTheDocument();
    await button('Approve').click();
    await expect.element(panel.getByText('1 of 2 approvals, 0 of 2 rejections')).toBeVisible();
    expect(server.votes.map(({ hashes, comment }) => [hashes[0]?.[0], comment])).toEqual([
      ['a', 'Fine by me'],
      ['b', 'Fine by me'],
    ]);
  });

  test('content that changes while being read has to be reloaded before a vote', async () => {
    const { server, bucket, queryClient } = await show();
    await expect.element(button('Approve')).toBeEnabled();
    submitOther({ server, bucket }, entriesOf(DIALS));
    await queryClient.invalidateQueries();
    await expect.element(page.getByText('The draft changed while you were reading.')).toBeVisible();
    await expect.element(button('Approve')).toBeDisabled();
  });

  test('the reason for a refused vote is shown in place, and the comment stays', async () => {
    const { server } = await show();
    await field.fill('Fine by me');
    const why = 'This draft cannot go live with “Dial 1” (deleted). Cancel the review and remove it.';
    server.refusal = new Problem('conflict', why);
    await button('Approve').click();
    await expect.element(panel.getByRole('alert')).toHaveTextContent(why);
    await expect.element(page.getByRole('alert').getByText('Failed to submit Review')).toBeVisible();
    await expect.element(field).toHaveValue('Fine by me');
  });

  test('a review cancelled meanwhile says so in place of the buttons', async () => {
    const { server } = await show();
    await expect.element(button('Approve')).toBeEnabled();
    server.review = makeReview(makeRound({ outcome: 'cancelled' }));
    await button('Approve').click();
    await expect.element(panel.getByText('This review was cancelled. Its votes no longer count.')).toBeVisible();
    await expect.element(button('Approve')).not.toBeInTheDocument();
  });
});

describe('comments', () => {
  const onDial = { id: DIALS[2]?.dial_id ?? '', name: 'Dial 3' };
  const comments = [
    makeComment('c1', { by: REVIEWER, text: 'In line with Q3.', vote: 'approve' }),
    makeComment('c2', { text: 'Is it enough?', dial: onDial }),
  ] as const;

  test('a comment shows the vote it came with; one on a dial names it and links to its row', async () => {
    await show(makeReview(makeRound({ comments })));
    await expect.element(panel.getByText('In line with Q3.')).toBeVisible();
    const [whole, second] = panel.getByRole('region', { name: 'Comments' }).getByRole('listitem').elements();
    expect(whole?.textContent).toContain('Approved');
    expect(second?.textContent).toContain('on Dial 3');
    await panel.getByRole('button', { name: 'Dial 3' }).click();
    await expect.poll(() => document.activeElement?.getAttribute('data-dial')).toBe(DIALS[2]?.dial_id);
  });

  test('votes and comments of earlier rounds are shown with the newest', async () => {
    const earlier = makeRound({
      outcome: 'rejected',
      closed_at: '2026-11-14T11:30:00.000Z',
      votes: [{ ...approvedBy(REVIEWER), choice: 'reject', comment: 'Half of it would do.' }, approvedBy(ME)],
      comments: [{ ...comments[0], text: 'Half of it would do.', vote: 'reject' }],
    });
    await show(makeReview(makeRound({ number: 2 }), { earlier: [earlier] }));
    const first = panel.getByRole('group', { name: 'Round 1' });
    await expect.element(first.getByText('Half of it would do.')).toBeVisible();
    const items = first.getByRole('listitem').elements();
    expect(items.map(({ textContent }) => textContent?.replaceAll(/ ?\d+ Nov 2026 \d\d:\d\d/g, ''))).toEqual([
      'DODemo Reviewer OneRejectedHalf of it would do.Reply to Demo Reviewer OneResolve',
      `Approved by ${ME.name}`,
      'Rejected, back to Draft',
    ]);
    await expect
      .element(panel.getByRole('group', { name: 'Round 2' }).getByText('No comments in this round.'))
      .toBeVisible();
  });

  test('a comment can be about one dial of the draft', async () => {
    const { server } = await show();
    await page.getByRole('combobox', { name: 'What the comment is about' }).click();
    await page.getByRole('option', { name: '2. Dial 2' }).click();
    await field.fill('Too wide');
    await button('Comment').click();
    await expect.element(panel.getByText('Too wide')).toBeVisible();
    expect(server.comments).toMatchObject([{ text: 'Too wide', dial_id: DIALS[1]?.dial_id }]);
    await expect.element(panel.getByRole('listitem').filter({ hasText: 'Too wide' })).toHaveFocus();
    await expect.element(field).toHaveValue('');
  });

  test('a vote with a chosen dial names the dial', async () => {
    const { server } = await show();
    await page.getByRole('combobox', { name: 'What the comment is about' }).click();
    await page.getByRole('option', { name: '2. Dial 2' }).click();
    await field.fill('Too wide');
    await button('Reject').click();
    await expect.poll(() => server.votes.map(({ comment }) => comment)).toEqual(['On “Dial 2”: Too wide']);
  });
});

test('below 1200 px the panel is a drawer opened by a button; it keeps the typed text while closed', async () => {
  await page.viewport(1024, 768);
  await show();
  await expect.element(button('Votes')).toBeVisible();
  expect(button('Approve').query()).toBeNull();
  await button('Votes').click();
  await field.fill('Half a thought');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await button('Votes').click();
  await expect.element(field).toHaveValue('Half a thought');
});

test('a draft submitted with others links to their set, and Backspace goes there', async () => {
  const others = [9112, 9120, 9133].map((partner) => ({ partner, cob: 'cargo', outcome: null }));
  const left = { partner: 9147, cob: 'cargo', outcome: 'cancelled' as const };
  const set = { id: 's1', title: 'Cyber excess, v6', others: [...others, left] };
  const { router } = await show(makeReview(makeRound({ set })));
  await expect.element(page.getByText('Submitted with 3 others as Cyber excess, v6')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  expect(router.state.location).toMatchObject({ pathname: '/review-sets/s1', state: { opened: { partner: 9101 } } });
});
