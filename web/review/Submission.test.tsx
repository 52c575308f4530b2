import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { writeDay } from '#domain/day/day.ts';
import { addDays, utcToday } from '#web/kit/format.ts';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import { SubmissionFields, type SubmissionForm, useSubmission, useSubmissionForm } from './Submission.tsx';

const BUCKETS = [
  { key: '9101 cargo', name: 'Cargo, 9101' },
  { key: '9112 cargo', name: 'Cargo, 9112' },
];
const BROKEN = { id: 'e1', name: 'US hospital group' };
const DAY = addDays(utcToday(), 30);
const LATER = addDays(utcToday(), 60);
const send = vi.fn();

type FormProps = Readonly<{
  initial?: Partial<SubmissionForm>;
  options?: Partial<Omit<Parameters<typeof useSubmission>[0], 'form' | 'setForm'>>;
  /** Whether the facts have the tick. */
  hasFacts?: boolean;
}>;

function Form({ initial, options, hasFacts = false }: FormProps) {
  const form = useSubmissionForm(initial);
  const submission = useSubmission({ ...form, buckets: BUCKETS, failure: undefined, ...options });
  return (
    <>
      <SubmissionFields
        submission={submission}
        about="What changes, and why."
        signed={[]}
        {...(hasFacts && { facts: (tick) => <section aria-label="Facts">{tick}</section> })}
      />
      <button type="button" onClick={() => submission.submit(send)}>
        Submit
      </button>
    </>
  );
}

async function open(props: FormProps = {}) {
  send.mockClear();
  return renderPage(<Form {...props} />, { api: fakeApi({}), route: '/', address: '/' });
}

const submit = page.getByRole('button', { name: 'Submit' });
const description = page.getByRole('textbox', { name: /^Description/ });
const reply = page.getByRole('textbox', { name: /^Reply to the rejection/ });
const day = page.getByRole('textbox', { name: 'Day', exact: true });
const tick = page.getByRole('checkbox', { name: 'I know that 1 example breaks' });

test('the first field that is missing gets the focus: description, tick, reply, day; nothing is sent before', async () => {
  await open({ options: { broken: [BROKEN], needsReply: true } });
  await page.getByText('On a date').click();
  await expect.element(day).toBeVisible();
  expect(page.getByText('Required', { exact: true }).elements()).toHaveLength(0);
  await submit.click();
  await expect.element(description).toHaveFocus();
  expect(page.getByText('Required', { exact: true }).elements()).toHaveLength(4);
  await description.fill(' For January ');
  await submit.click();
  await expect.element(tick).toHaveFocus();
  await tick.click();
  await submit.click();
  await expect.element(reply).toHaveFocus();
  await reply.fill('As agreed ');
  await submit.click();
  await expect.element(day).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
  await day.fill(writeDay(DAY));
  await userEvent.keyboard('{Enter}');
  await submit.click();
  expect(send.mock.calls).toEqual([
    [{ description: 'For January', broken_examples: [BROKEN.id], reply: 'As agreed', live_on: DAY }],
  ]);
});

test('different days begin with the one day, and each bucket needs its own', async () => {
  await open({ initial: { description: 'For January' } });
  await page.getByText('Different days').click();
  await page.getByRole('textbox', { name: 'Day of Cargo, 9101' }).fill(writeDay(DAY));
  await userEvent.keyboard('{Enter}');
  await submit.click();
  const second = page.getByRole('textbox', { name: 'Day of Cargo, 9112' });
  await expect.element(second).toHaveFocus();
  await second.fill(writeDay(LATER));
  await userEvent.keyboard('{Enter}');
  await submit.click();
  const days = new Map([
    ['9101 cargo', DAY],
    ['9112 cargo', LATER],
  ]);
  expect(send.mock.calls).toEqual([[{ description: 'For January', broken_examples: [], days }]]);
});

test('the tick is for exactly these examples, in the facts or with their names', async () => {
  const initial = { description: 'Lower', acknowledged: 'e0' };
  const { screen } = await open({ initial, options: { broken: [BROKEN] }, hasFacts: true });
  await expect.element(page.getByRole('region', { name: 'Facts' }).getByRole('checkbox')).not.toBeChecked();
  await expect.element(page.getByText(BROKEN.name)).not.toBeInTheDocument();
  await screen.unmount();
  await open({ initial: { ...initial, acknowledged: BROKEN.id }, options: { broken: [BROKEN] } });
  await expect.element(tick).toBeChecked();
  await expect.element(page.getByText(BROKEN.name)).toBeVisible();
});

test('a restart is asked for if some of the buckets are stopped, and sent without a question if it is the submission', async () => {
  const initial = { description: 'Right again' };
  const { screen } = await open({ initial, options: { stopped: 1 } });
  const restart = page.getByRole('checkbox', { name: 'Restart these buckets' });
  await submit.click();
  await restart.click();
  await submit.click();
  await screen.unmount();
  expect(send.mock.calls.map(([sent]) => sent.restart)).toEqual([undefined, true]);
  await open({ initial, options: { isRestart: true } });
  await expect.element(restart).not.toBeInTheDocument();
  await submit.click();
  expect(send.mock.calls).toEqual([[{ description: 'Right again', broken_examples: [], restart: true }]]);
});
