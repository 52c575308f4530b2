import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { button, DIAL_ID, dialOf, expectText, field, renderEditor } from './testing.tsx';

const step = (name: RegExp) => page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name });

describe('creating', () => {
  test('the first save creates the draft and moves to its URL, on the same step', async () => {
    const { server, router } = await renderEditor('new');
    await expect.element(page.getByRole('heading', { name: 'Create Dial', level: 1 })).toBeVisible();
    await field('Name').fill('  Cyber excess ');
    await button('Create Dial').click();
    await expectText('Draft dial successfully created');
    await expect.poll(() => router.state.location.pathname).toBe(`/dial/${DIAL_ID}`);
    expect(server.dial?.data.name).toBe('Cyber excess');
    await expect.element(page.getByRole('heading', { name: 'Cyber excess', level: 1 })).toBeVisible();
    await expect.element(button('Save Draft')).toBeVisible();
    await expect.element(button('Publish Dial')).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  test('the later steps wait for the draft; Next creates it', async () => {
    const { server, router } = await renderEditor('new');
    await field('Name').fill('Cyber excess');
    expect(step(/Dimensions/).query()).toBeNull();
    await button('Dimensions').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/dial/${DIAL_ID}/dimensions`);
    expect(server.calls).toEqual(['createDial']);
    await expect.element(page.getByRole('combobox', { name: 'Risk codes' })).toBeVisible();
  });

  test('a refusal shows a toast and an error on the page with Retry; nothing typed is lost', async () => {
    const { server, router } = await renderEditor('new');
    server.refuse.createDial = new Problem('unavailable', 'The database cannot be reached.');
    await field('Name').fill('Cyber excess');
    await button('Create Dial').click();
    await expect.element(page.getByText('The database cannot be reached.')).toBeVisible();
    await expect.element(page.getByText('Failed to create dial').first()).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Cyber excess');
    await button('Retry').click();
    await expectText('Draft dial successfully created');
    await expect.poll(() => router.state.location.pathname).toBe(`/dial/${DIAL_ID}`);
    await expect.element(page.getByText('Failed to create dial')).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  test('unsaved changes survive moving between the steps, without a question', async () => {
    const { server } = await renderEditor('', dialOf({}));
    await field('Name').fill('Renamed');
    await step(/Values/).click();
    await field('Max line').fill('3.5m');
    await step(/Information/).click();
    await expect.element(field('Name')).toHaveValue('Renamed');
    expect(page.getByRole('dialog').query()).toBeNull();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expectText('Draft dial successfully updated');
    expect(server.dial?.data).toMatchObject({ name: 'Renamed', values: { max_line: 3_500_000 } });
    expect(server.calls).toEqual(['saveDraft']);
  });

  test('every step shows its progress', async () => {
    await renderEditor(
      '/dimensions',
      dialOf({ dimensions: { is_primary: 'excess' }, values: { max_line: 1, min_line: 1 } }),
    );
    await expect.element(step(/Information/)).toMatchTextContent('Complete');
    await expect.element(step(/Dimensions/)).toMatchTextContent('1 set');
    await expect.element(step(/Dimensions/)).toHaveAttribute('aria-current', 'step');
    await expect.element(step(/Values/)).toMatchTextContent('2 of 5 set');
    await field('Attachment point').fill('[5m');
    await expect.element(step(/Dimensions/)).toMatchTextContent('2 set, 1 to fix');
    await expect.element(button('1 dimension to fix before publishing')).toBeVisible();
  });

  test('the sentence follows the fields, and names what is left out', async () => {
    await renderEditor('/dimensions', dialOf({ dimensions: { risk_codes: ['CY'] } }));
    const says = page.getByRole('region', { name: 'Applies when' });
    await expect.element(says).toMatchTextContent('the risk code is CY.');
    await field('Attachment point').fill('[5m,50m)');
    await expect.element(says).toMatchTextContent('it attaches from $5m up to, not including, $50m.');
    await field('Attachment point').fill('[5m,50m');
    await expect.element(says).toMatchTextContent('Attachment point is left out until it is valid.');
    await step(/Information/).click();
    await page.getByText('Renewal', { exact: true }).click();
    await expect.element(says).toMatchTextContent('the risk code is CY and the risk arrives as renewal.');
    await expectText(
      'Name, description, tags and authors are for the people who read the dial. Its dimensions, journeys and active window decide when it applies.',
    );
  });

  test('a save with an error on another step goes there and focuses it', async () => {
    const { server, router } = await renderEditor('/dimensions', dialOf({}));
    await field('Attachment point').fill('[5m');
    await step(/Values/).click();
    await button('Save Draft').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/dial/${DIAL_ID}/dimensions`);
    await expect.element(field('Attachment point')).toHaveFocus();
    await expect.element(field('Attachment point')).toHaveAttribute('aria-invalid', 'true');
    expect(server.calls).toEqual([]);
  });

  test('the next version shows its changes', async () => {
    const previous = dialOf({ values: { max_line: 2_500_000 } }).data;
    await renderEditor(
      '/values',
      dialOf({ reason: 'More', values: { max_line: 2_500_000 } }, { version: 7 }),
      previous,
    );
    const changed = page.getByRole('region', { name: 'Changed from v6' });
    await expect.element(changed).toMatchTextContent('Nothing yet.');
    await field('Max line').fill('3.5m');
    await expect.element(changed).toMatchTextContent(/2,500,000.*3,500,000/);
  });
});

describe('publishing', () => {
  test('asks first, saves unsaved changes, publishes, and opens the details', async () => {
    const { server, router } = await renderEditor(
      '',
      dialOf({ reason: 'x' }, { version: 7, use: { live: [{ version: 2, buckets: 11 }], drafts: [] } }),
      dialOf({}).data,
    );
    await field('Name').fill('Renamed');
    await button('Publish Dial').click();
    const dialog = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
    await expect
      .element(dialog)
      .toMatchTextContent('Version 7 can no longer change. 11 buckets keep v2 until a reviewed draft takes v7.');
    await expect
      .element(dialog)
      .toMatchTextContent(
        'No dimension is set: this dial matches every risk. No value is set: this dial sets nothing.',
      );
    expect(server.calls).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish Dial' }).click();
    await expectText('Draft dial successfully published');
    expect(server.calls).toEqual(['saveDraft', 'publishDraft']);
    expect(server.dial?.data.name).toBe('Renamed');
    await expect.poll(() => router.state.location.pathname).toBe(`/dials/${DIAL_ID}`);
  });

  test('a version in which only the reason is new says so before it is published', async () => {
    const values = { max_line: 5_000_000 };
    await renderEditor('/values', dialOf({ reason: 'Same again', values }, { version: 7 }), dialOf({ values }).data);
    const dialog = page.getByRole('dialog', { name: 'Do you want to publish this Dial?' });
    const warning = dialog.getByText(/Only the reason differs from v6/);
    await button('Publish Dial').click();
    await expect.element(warning).toBeVisible();
    await button('Continue Editing').click();
    await field('Max line').fill('6m');
    await button('Publish Dial').click();
    await expect.element(dialog).toBeVisible();
    await expect.element(warning).not.toBeInTheDocument();
  });

  test('Continue Editing changes nothing', async () => {
    const { server } = await renderEditor('', dialOf({}));
    await button('Publish Dial').click();
    await button('Continue Editing').click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(server.calls).toEqual([]);
  });

  test('a refusal shows a toast and an error on the page with Retry', async () => {
    const { server, router } = await renderEditor('', dialOf({}));
    server.refuse.publishDraft = new Problem('unavailable', 'The database cannot be reached.');
    await button('Publish Dial').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish Dial' }).click();
    await expect.element(page.getByText('The database cannot be reached.')).toBeVisible();
    await expect.element(page.getByText('Failed to publish dial').first()).toBeVisible();
    await button('Retry').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/dials/${DIAL_ID}`);
  });

  test('if unsaved values cannot be saved on the way, publishing failed, and Retry does both', async () => {
    const { server, router } = await renderEditor('', dialOf({}));
    await field('Name').fill('Renamed');
    server.refuse.saveDraft = new Problem('unavailable', 'The database cannot be reached.');
    await button('Publish Dial').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish Dial' }).click();
    await expect.element(page.getByText('Failed to publish dial').first()).toBeVisible();
    expect(page.getByText('Failed to update dial').elements()).toEqual([]);
    await expect.element(field('Name')).toHaveValue('Renamed');
    await button('Retry').click();
    await expect.poll(() => router.state.location.pathname).toBe(`/dials/${DIAL_ID}`);
    expect(server.dial?.data.name).toBe('Renamed');
  });

  test('without permission, publishing is not offered', async () => {
    const abilities = { edit: true, publish: false, discard: false, duplicate: false, delete: false };
    await renderEditor('', dialOf({}, { abilities }));
    await expect.element(button('Save Draft')).toBeVisible();
    expect(button('Publish Dial').query()).toBeNull();
  });
});

describe('opening', () => {
  test('a published dial is shown as the base of its next version, which only the first save creates', async () => {
    const start = dialOf({ reason: 'First' }, { state: 'published', status: 'ready', version: 6 });
    const { server } = await renderEditor('', start);
    await expect.element(page.getByText('Editing version 7, starts from v6')).toBeVisible();
    await expect.element(page.getByText(/^Published .*10:42$/)).toBeVisible();
    await expect.element(field('Reason')).toHaveValue('');
    await field('Reason').fill('More');
    expect(server.calls).toEqual([]);
    await button('Save Draft').click();
    await expectText('Draft dial successfully updated');
    expect(server.calls).toEqual(['saveDraft']);
    expect(server.dial).toMatchObject({ version: 7, state: 'draft', data: { reason: 'More' } });
    await expect.element(page.getByRole('region', { name: 'Changed from v6' })).toBeVisible();
  });

  test('leaving a published dial without a change asks nothing and creates nothing', async () => {
    const { server, router } = await renderEditor('', dialOf({}, { state: 'published', status: 'ready', version: 6 }));
    await expect.element(field('Name')).toBeVisible();
    void router.navigate('/dials');
    await expect.element(page.getByText('at /dials')).toBeVisible();
    expect(server.calls).toEqual([]);
  });

  test('without permission there is a calm page with a link to the details, and no draft is started', async () => {
    const abilities = { edit: false, publish: false, discard: false, duplicate: false, delete: false };
    const { server } = await renderEditor('', dialOf({}, { state: 'published', status: 'ready', abilities }));
    await expect.element(page.getByText('You can read this dial, but not change it')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'View Dial' })).toHaveAttribute('href', `/dials/${DIAL_ID}`);
    expect(server.calls).toEqual([]);
  });

  test('a dial that does not exist', async () => {
    await renderEditor('');
    await expect.element(page.getByText('This dial does not exist')).toBeVisible();
  });

  test('a failure to load can be retried', async () => {
    const { server } = await renderEditor('', dialOf({}), undefined, (before) => {
      before.refuse.getDial = new Problem('unavailable', 'The database cannot be reached.');
    });
    await expectText('An error has occurred');
    await button('Retry').click();
    await expect.element(field('Name')).toBeVisible();
    expect(server.calls).toEqual([]);
  });
});
