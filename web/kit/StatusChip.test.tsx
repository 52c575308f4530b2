import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { StatusChip } from './StatusChip.tsx';
import { renderUi } from '#web/testing/page.tsx';

const labels = [
  ['draft', 'Draft'],
  ['ready', 'Ready'],
  ['upcoming', 'Upcoming'],
  ['active', 'Active'],
  ['expired', 'Expired'],
  ['superseded', 'Superseded'],
  ['pending_review', 'Pending Review'],
  ['review_requested', 'Review Requested'],
  ['draft_approved', 'Draft Approved'],
  ['draft_rejected', 'Draft Rejected'],
] as const;

describe('status chip', () => {
  test.each(labels)('%s reads %s', async (status, label) => {
    await renderUi(<StatusChip status={status} />);
    await expect.element(page.getByText(label, { exact: true })).toBeVisible();
  });

  test('the glyph alone still has its label for screen readers, without taking space', async () => {
    await renderUi(<StatusChip status="active" glyphOnly />);
    const label = page.getByText('Active', { exact: true });
    await expect.element(label).toBeInTheDocument();
    expect(label.element().getBoundingClientRect().width).toBe(1);
  });
});
