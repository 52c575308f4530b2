import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInEditor } from '#web/bucket/draft/testing.tsx';
import { entryOf, fakeBucketServer, makeBucket, makeDial, withNewer } from '#web/bucket/testing.tsx';
import type { Api } from '#web/testing/page.tsx';
import { WITH_CONFLICT, ENTRIES, NEWEST, PLAIN, renderUpdates } from './testing.tsx';
import { UpdateAll } from './UpdateAll.tsx';
import { VersionNotice } from './VersionNotice.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = () => page.getByRole('dialog');
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

describe('the notice', () => {
  test('has these words, with both versions and both links', async () => {
    await renderUpdates(<VersionNotice dialId={PLAIN.dial_id} />);
    await expect.element(page.getByText('An updated version of this Dial is available', { exact: true })).toBeVisible();
    await expect.element(page.getByText('v5 → v6', { exact: true })).toBeVisible();
    await expect.element(button('Update Version')).toBeVisible();
    await expect.element(button('View Latest')).toBeVisible();
  });

  test('a dial at its newest version has none', async () => {
    await renderUpdates(
      <>
        <VersionNotice dialId={NEWEST.dial_id} />
        <VersionNotice dialId={PLAIN.dial_id} />
      </>,
    );
    await expect.element(page.getByText('v5 → v6', { exact: true })).toBeVisible();
    expect(button('Update Version').elements()).toHaveLength(1);
  });

  test('in a dense row it is an icon with the same label', async () => {
    await renderUpdates(<VersionNotice dialId={PLAIN.dial_id} compact />);
    await button('An updated version of this Dial is available, v5 → v6').click();
    await expect.element(dialog()).toBeVisible();
  });
});

describe('View Latest', () => {
  test('shows the newest version, tagged, and what it would change here', async () => {
    await renderUpdates(<VersionNotice dialId={PLAIN.dial_id} />);
    await button('View Latest').click();
    await expect.element(dialog().getByText('LATEST', { exact: true })).toBeVisible();
    await expect.element(dialog().getByText('v6', { exact: true })).toBeVisible();
    await expect.element(dialog().getByText(/^Applies when/)).toMatchTextContent(/primary/);
    const newest = dialog().getByRole('region', { name: 'What the newest version says' });
    await expect.element(newest).toMatchTextContent('Max line2,000,000');
    await expect.element(dialog().getByRole('list', { name: 'Changes' })).toMatchTextContent(/1,800,000.*2,000,000/);
  });

  test('a version that starts later says what the risks lose until then', async () => {
    const later = withNewer(makeDial(2, { name: 'Primary', values: { max_line: 1_800_000 } }, { version: 5 }), {
      values: { max_line: 2_000_000 },
      active_from: '2999-12-01',
    });
    const entries = [entryOf(later)];
    const countFigures = vi.fn<Api['countFigures']>(async () => ({ risks: [94] }));
    const { api } = fakeBucketServer(makeBucket(entries), [later], { countFigures });
    await renderInEditor(<VersionNotice dialId={later.dial_id} />, { dials: [later], entries, api });
    await button('Update Version').click();
    await expect
      .element(dialog().getByRole('alert'))
      .toMatchTextContent('Starts 1 Dec 2999. Until then nothing sets Max line for 94 risks.');
    expect(countFigures.mock.calls[0]?.[0].body).toMatchObject({
      against: 'live',
      day: 'today',
      entries: [{ dial_id: later.dial_id, version: 6 }],
      figures: [{ of: 'gap', dial_id: later.dial_id, value: 'max_line' }],
    });
  });

  test('Escape closes it and returns the focus; nothing has changed', async () => {
    const steps = await renderUpdates(<VersionNotice dialId={PLAIN.dial_id} />);
    await button('View Latest').click();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('View Latest')).toHaveFocus();
    expect(steps).toEqual([]);
  });

  test('its events do not reach the row around the notice', async () => {
    const events: string[] = [];
    await renderUpdates(
      <div role="presentation" onKeyDown={({ key }) => events.push(key)}>
        <VersionNotice dialId={PLAIN.dial_id} />
      </div>,
    );
    await button('View Latest').click();
    await expect.element(inDialog('Keep v5')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(events).toEqual([]);
  });
});

describe('Update Version', () => {
  test('without a conflict: shows the changes, and applies them as one step', async () => {
    const steps = await renderUpdates(
      <div tabIndex={-1} data-testid="row">
        <VersionNotice dialId={PLAIN.dial_id} />
      </div>,
    );
    await button('Update Version').click();
    await expect.element(dialog().getByText('What the update would change')).toBeVisible();
    await expect.element(dialog().getByRole('list', { name: 'Changes' })).toMatchTextContent(/Max line.*\+11.1%/);
    await expect
      .element(dialog().getByText('Min line 300,000 stays overridden: the dial has not changed it.'))
      .toBeVisible();
    await inDialog('Update Version').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByTestId('row')).toHaveFocus();
    expect(steps).toMatchObject([
      {
        what: 'Updated Primary to v6',
        entries: [ENTRIES[0], { ...entryOf(PLAIN, { min_line: 300_000 }), version: 6 }, ENTRIES[2]],
      },
    ]);
  });

  test.each([
    ['Keep 3.5%', { policy_share_cap: 3.5 }],
    ['Take 3%', {}],
  ])('a conflict is asked about with its three values, nothing preselected; %s', async (answer, overrides) => {
    const steps = await renderUpdates(<VersionNotice dialId={WITH_CONFLICT.dial_id} />);
    await button('Update Version').click();
    const question = dialog().getByRole('group', { name: 'Policy share cap' });
    await expect.element(question).toMatchTextContent(/Dial was4%This bucket sets3.5%Dial says now3%/);
    for (const radio of question.getByRole('radio').all()) await expect.element(radio).not.toBeChecked();
    await expect.element(inDialog('Update Version')).toBeDisabled();
    await expect.element(dialog().getByText('One value is still to be decided.')).toBeVisible();
    await question.getByRole('radio', { name: answer, exact: true }).click();
    await inDialog('Update Version').click();
    expect(steps.at(-1)?.entries[0]).toEqual({ ...entryOf(WITH_CONFLICT, overrides), version: 4 });
  });
});

describe('Update all Dials', () => {
  test('counts the dials that have a newer version', async () => {
    await renderUpdates(<UpdateAll />);
    await expect.element(button(/^Update all Dials/)).toHaveTextContent('Update all Dials2');
  });

  test('with nothing newer it says why it is disabled', async () => {
    await renderUpdates(<UpdateAll />, [entryOf(NEWEST)]);
    await expect.element(button('Update all Dials')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.tab();
    await expect
      .element(page.getByRole('tooltip'))
      .toHaveTextContent('Every dial of this bucket is at its newest version.');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('updates all of them in one step once every conflict is decided', async () => {
    const steps = await renderUpdates(<UpdateAll />);
    await button(/^Update all Dials/).click();
    await expect.element(inDialog('Update 2 Dials')).toBeDisabled();
    await dialog().getByRole('radio', { name: 'Take 3%' }).click();
    await inDialog('Update 2 Dials').click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(steps.map(({ what }) => what)).toEqual(['Updated 2 dials']);
    expect(steps[0]?.entries.map(({ version, overrides }) => [version, overrides])).toEqual([
      [4, {}],
      [6, { min_line: 300_000 }],
      [1, {}],
    ]);
    await expect.element(button('Update all Dials')).toHaveAttribute('aria-disabled', 'true');
  });

  test('an unticked dial stays, and its conflict need not be decided', async () => {
    const steps = await renderUpdates(<UpdateAll />);
    await button(/^Update all Dials/).click();
    await dialog()
      .getByRole('checkbox', { name: /Distressed/ })
      .click();
    await inDialog('Update 1 Dial').click();
    expect(steps[0]?.entries.map(({ version }) => version)).toEqual([3, 6, 1]);
  });

  test('shows the changes of each, and collapses them; Escape returns the focus', async () => {
    await renderUpdates(<UpdateAll />);
    await button(/^Update all Dials/).click();
    await expect.element(dialog().getByText('+11.1%')).toBeVisible();
    await dialog()
      .getByRole('button', { name: /Primary: 2 changes/ })
      .click();
    await expect.element(dialog().getByText('+11.1%')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button(/^Update all Dials/)).toHaveFocus();
  });
});
