import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Problem } from '#contract/problem.ts';
import { ENGINES_POLL_MS } from '#web/admin/query.ts';
import { apiKey } from '#web/base/api/nouns.ts';
import {
  EXPIRING,
  fakeEngines,
  findPanel,
  findRow,
  makeBehind,
  makeEngine,
  makeListed,
  makeNeverSeen,
  makeToken,
  makeUnreachable,
  OPENED,
  openEngines,
  textOf,
  uuid,
  VIEW,
} from './testing.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });
const fact = (label: string) => page.getByRole('definition').nth(['Current', 'Changed', 'Run', 'Until'].indexOf(label));

test('engines are shown by channel with what each runs, and the newest release above them', async () => {
  await openEngines();
  await expect.element(findRow('London 1')).toBeVisible();
  await expect.poll(() => textOf(fact('Current').element())).toMatch(/^412/);
  await expect.element(fact('Changed')).toHaveTextContent('Hull, 9164 Greywaterv7→becamev8');
  await expect.element(fact('Run')).toHaveTextContent('2 of 4');
  await expect.element(fact('Until')).toHaveTextContent('Sequence 412: open for 14 min, usually 8 s');
  const groups = [...document.querySelectorAll('tbody th')].map(textOf);
  expect(groups).toEqual([
    'Production 4 engines, 2 behind',
    'London 1All partners',
    'London 2All partners',
    'Renewals overnightAll partners',
    'Chicago9101 Alder and 2 more',
    'Candidate 2 engines, both current',
    'London nextAll partners',
    'Broker portal test9101 Alder',
  ]);
  await expect.poll(() => textOf(findRow('London 1').element())).toMatch(/Sequence 412, currentapplied .+, after 4 s/);
  await expect.poll(() => textOf(findRow('London 1').element())).toMatch(/\d+ s ago2\.8\.1283 of 283 cases/);
  await expect.poll(() => textOf(findRow('Renewals overnight').element())).toMatch(/Sequence 4093 behind since /);
  await expect
    .poll(() => textOf(findRow('Chicago').element()))
    .toMatch(/kept its last copy since .+, cannot reach us.*81 min ago/);
  await expect.element(page.getByText(/^Refused 410 .+ 9133 cyber-privacy-and-tech: it does not know/)).toBeVisible();
  await expect.element(page.getByText(/^Connection lost .+, nothing heard since\.$/)).toBeVisible();
  await expect.element(findRow('Renewals overnight').getByText('281 of 283 cases')).toHaveClass(/ls-red/);
  await expect
    .element(page.getByText(/^An engine that cannot reach Lineslip goes on with its last copy/))
    .toBeVisible();
});

test('with all current the strip says how long it took', async () => {
  await openEngines(fakeEngines(makeListed([makeEngine(1, 'London 1')])));
  await expect.element(fact('Run')).toHaveTextContent('1 of 1');
  await expect.element(fact('Until')).toHaveTextContent('Sequence 412: 8 s');
  expect(textOf(fact('Until').element())).not.toContain('usually');
  await expect.element(page.getByText('1 engine, current')).toBeVisible();
});

test('a release from before the first engine is not called open', async () => {
  const late = makeEngine(1, 'London 1', { created_at: new Date().toISOString() });
  const listed = makeListed([late]);
  const unmeasured = listed.releases.map((release) => ({ ...release, all_after_seconds: null }));
  await openEngines(
    fakeEngines({ ...listed, releases: unmeasured, current: unmeasured[0] ?? null, usual_seconds: null }),
  );
  await expect.element(fact('Run')).toHaveTextContent('1 of 1');
  await expect.element(fact('Until')).toHaveTextContent('Sequence 412: not measured');
  await expect.element(button('Sequence 411: not measured')).toBeVisible();
});

test('the longest bar has the full height, however short it took', async () => {
  const listed = makeListed([makeEngine(1, 'London 1')]);
  const releases = listed.releases.map((release, index) => ({
    ...release,
    all_after_seconds: index === 0 ? 0.2 : 0.1,
  }));
  await openEngines(fakeEngines({ ...listed, releases }));
  const heightOf = (name: string) => button(name).element().firstElementChild?.getBoundingClientRect().height ?? 0;
  await expect.element(button('Sequence 412: 0.2 s')).toBeVisible();
  expect(heightOf('Sequence 412: 0.2 s')).toBeCloseTo(2 * heightOf('Sequence 411: 0.1 s'), 1);
});

test('engines that cannot get it, or never did, are not waited for', async () => {
  const revoked = makeUnreachable({ token: makeToken({ state: 'revoked' }) });
  await openEngines(fakeEngines(makeListed([makeEngine(1, 'London 1'), revoked, makeNeverSeen()])));
  await expect.element(fact('Run')).toHaveTextContent('1 of 1');
});

test('without engines the page offers the first one, only with the permission to edit', async () => {
  const { screen } = await openEngines(fakeEngines(makeListed([])));
  await expect.element(page.getByRole('heading', { name: 'No engine reads Lineslip yet.' })).toBeVisible();
  expect(button('New engine').elements()).toHaveLength(2);
  await screen.unmount();
  await openEngines(fakeEngines(makeListed([])), '', VIEW);
  await expect.element(page.getByRole('heading', { name: 'No engine reads Lineslip yet.' })).toBeVisible();
  expect(button('New engine').query()).toBeNull();
});

test('an engine that was never seen has no glyph; tokens that end are named in the row', async () => {
  const shutOut = { ...makeUnreachable(), id: uuid(9), name: 'Revoked one', token: makeToken({ state: 'revoked' }) };
  const ended = makeToken({ state: 'expired', expires_at: '2026-11-02T00:00:00.000Z' });
  await openEngines(
    fakeEngines(
      makeListed([
        makeNeverSeen(),
        makeEngine(2, 'London 2', { token: EXPIRING }),
        shutOut,
        makeEngine(10, 'Ended', { token: ended }),
      ]),
    ),
  );
  await expect.element(findRow('Tokyo')).toHaveTextContent('TokyoAll partnersNot seen yet');
  expect(findRow('Tokyo').element().querySelector('td svg')).toBe(
    findRow('Tokyo').element().querySelector('td:last-child svg'),
  );
  await expect.element(page.getByText('Token expires in 21 days.')).toHaveClass(/ls-amber/);
  await expect.element(page.getByText(/^Token revoked\./)).toHaveClass(/ls-red/);
  await expect.element(page.getByText(/^Token expired 1 Nov 2026\./)).toHaveClass(/ls-red/);
  await expect
    .poll(() => textOf(findRow('Revoked one').element()))
    .toMatch(/kept its last copy since .+, token revoked/);
  expect(page.getByText(/Connection lost/).query()).toBeNull();
});

test('a row opens its panel and the address keeps it; arrows move, Enter opens, Escape closes', async () => {
  const { router } = await openEngines();
  await findRow('Renewals overnight')
    .getByText(/^3 behind/)
    .click();
  await expect.element(findPanel('Renewals overnight')).toBeVisible();
  expect(router.state.location.search).toBe(`?tab=engines${OPENED}`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(link('Renewals overnight')).toHaveAttribute('aria-current', 'true');
  (link('Renewals overnight').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(link('Chicago')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(findPanel('Chicago')).toBeVisible();
  await expect.element(findPanel('Chicago').getByText('9101 Alder, 9112 Beacon, 9120 Cormorant')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(findPanel('Chicago')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?tab=engines');
  await expect.element(link('Chicago')).toHaveFocus();
});

test('the panel shows failed cases and what the engine made of each sequence, all of them on demand', async () => {
  await openEngines(fakeEngines(), OPENED);
  const opened = findPanel('Renewals overnight');
  await expect.element(opened.getByText('281 of 283 cases')).toHaveClass(/ls-red/);
  await expect.element(opened.getByText('expected max line 1000000, got no values')).toBeVisible();
  const list = opened.getByRole('region', { name: 'Sequences' }).getByRole('listitem');
  await expect.element(list.first()).toBeVisible();
  expect(list.elements().map((item) => textOf(item).replace(/(\d\d? \w+ \d{4} )?\d\d:\d\d$/, ''))).toEqual([
    '412Hull, 9164 Greywater v8waits for 410',
    '411Hull, 9164 Greywater stoppedwaits for 410',
    '410Hull, 9164 Greywater v8refused, keeps 409',
    '409Hull, 9164 Greywater v8applied after 8 s',
    '408Hull, 12 bucketsapplied after 8 s',
  ]);
  await expect.element(list.first().getByRole('link')).toHaveAttribute('href', '/syndicate/9164/bucket/hull');
  await expect.element(opened.getByText('266', { exact: true })).toBeVisible();
  await opened.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => list.elements().length).toBe(55);
  await opened.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => list.elements().length).toBe(105);
});

test('decisions that were not counted are told', async () => {
  await openEngines(fakeEngines(makeListed([makeBehind({ dropped: 1204 })])), OPENED);
  await expect.element(findPanel('Renewals overnight').getByText('1,204 decisions')).toBeVisible();
});

test('a bar opens its sequence', async () => {
  await openEngines();
  await button('Sequence 408: 9 s').click();
  const opened = dialog('Sequence 408: 9 s');
  await expect.element(opened.getByRole('link', { name: 'Hull, 9164 Greywater' })).toBeVisible();
  await expect.element(opened.getByText('All in production ran it after 9 s')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Sequence 408: 9 s')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('Sequence 409: 8 s')).toHaveFocus();
});

test('without the permission to edit nothing can be created, replaced or revoked', async () => {
  await openEngines(fakeEngines(), OPENED, VIEW);
  await expect.element(findPanel('Renewals overnight').getByText('7f3a')).toBeVisible();
  for (const name of ['New engine', 'Replace', 'Revoke']) expect(button(name).query()).toBeNull();
});

test('a refresh keeps what is shown, and tells only who fell behind or caught up', async () => {
  const fake = fakeEngines();
  const { queryClient } = await openEngines(fake);
  await expect.element(findRow('London 1')).toBeVisible();
  const query = queryClient.getQueryCache().find({ queryKey: apiKey('listEngines', {}) });
  expect(query?.observers[0]?.options.refetchInterval).toBe(ENGINES_POLL_MS);
  const refresh = () => queryClient.refetchQueries({ queryKey: apiKey('listEngines', {}) });
  const status = page.getByRole('tabpanel').getByRole('status').element();
  await refresh();
  expect(status.textContent).toBe('');
  const [first, second, , ...others] = fake.state.listed.engines;
  if (first === undefined || second === undefined) throw new Error('The picture has more engines.');
  const late = { ...first, state: 'behind' as const, sequence: 411, behind: 1, behind_since: first.applied_at };
  const caughtUp = makeEngine(3, 'Renewals overnight');
  fake.state.listed = { ...fake.state.listed, engines: [late, second, caughtUp, ...others] };
  await refresh();
  await expect.poll(() => status.textContent).toBe('London 1 fell behind. Renewals overnight caught up.');
});

test('a server that stops answering is told in place, beside what it knew last', async () => {
  let isDown = false;
  const fake: ReturnType<typeof fakeEngines> = fakeEngines(undefined, {
    listEngines: async () => {
      if (isDown) throw new Problem('unexpected', 'Down.');
      return fake.state.listed;
    },
  });
  const { queryClient } = await openEngines(fake);
  await expect.element(findRow('London 1')).toBeVisible();
  isDown = true;
  await queryClient.refetchQueries({ queryKey: apiKey('listEngines', {}) });
  await expect
    .element(page.getByText(/^Lineslip does not answer\. This is what it knew at \d\d:\d\d\.$/))
    .toBeVisible();
  await expect.element(findRow('London 1')).toBeVisible();
});
