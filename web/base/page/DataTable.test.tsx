import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApi, renderPage } from '#web/testing/page.tsx';
import type { Columns, RowFacts, Selection } from './DataRow.tsx';
import { DataTable, type TableHandle } from './DataTable.tsx';

type Bird = Readonly<{ name: string; family: string; wing: number }>;
const HERON: Bird = { name: 'Heron', family: 'Waders', wing: 45 };
const CRANE: Bird = { name: 'Crane', family: 'Waders', wing: 60 };
const FINCH: Bird = { name: 'Finch', family: 'Songbirds', wing: 9 };
const BIRDS = [HERON, CRANE, FINCH];

const COLUMNS: Columns<Bird> = [
  {
    head: 'Name',
    isRowHead: true,
    cell: ({ name }) => (
      <a href="#bird" onClick={(event) => event.preventDefault()}>
        {name}
      </a>
    ),
  },
  { head: 'Family', from: 'small', cell: ({ family }) => family },
  { head: 'Wing', from: 'medium', align: 'end', width: 90, cell: ({ wing }) => wing },
  { head: 'Note', from: 'wide', isHeadHidden: true, cell: () => 'seen' },
];
const ROW: RowFacts<Bird> = { key: ({ name }) => name };

const open = (element: ReactNode) => renderPage(<main>{element}</main>, { api: fakeApi({}), route: '/', address: '/' });
const table = () => page.getByRole('table', { name: 'Birds' });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const cellsOf = (name: string) =>
  row(name)
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent);

type Page = Readonly<{ items: readonly Bird[]; next: string | null }>;
type Answer = Readonly<{ resolve: (page: Page) => void; reject: (error: Error) => void }>;

/** A list in pages whose answers the test gives. */
function startServer() {
  const waiting: Answer[] = [];
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) throw new Error('No page was asked for.');
    return first;
  };
  return {
    ask: () => new Promise<Page>((resolve, reject) => waiting.push({ resolve, reject })),
    untilAsked: () => expect.poll(() => waiting.length).toBe(1),
    answer: (items: readonly Bird[], after: string | null = null) => next().resolve({ items, next: after }),
    fail: () => next().reject(new Error('Failed to fetch')),
  };
}
type Server = ReturnType<typeof startServer>;

function Paged({ server, virtual = false }: Readonly<{ server: Server; virtual?: boolean }>) {
  const query = useInfiniteQuery({
    queryKey: ['birds'],
    queryFn: server.ask,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
  });
  return (
    <div style={{ height: 400, overflow: 'auto' }}>
      <DataTable
        label="Birds"
        rows={query}
        columns={COLUMNS}
        row={ROW}
        failed="Failed to load birds"
        empty={<p>No birds yet</p>}
        frame="none"
        virtual={virtual}
      />
    </div>
  );
}

test('a skeleton with the same head, then the rows, then the next page on request, each row once', async () => {
  const server = startServer();
  await open(<Paged server={server} />);
  await expect.element(page.getByText('Loading...')).toBeInTheDocument();
  const top = () => document.querySelector('thead')?.getBoundingClientRect();
  const waiting = top();
  await server.untilAsked();
  server.answer([HERON, CRANE], 'two');
  await expect.element(row('Heron')).toBeVisible();
  expect(page.getByText('Loading...').query()).toBeNull();
  expect(top()).toEqual(waiting);
  await page.getByRole('button', { name: 'Show more' }).click();
  await server.untilAsked();
  server.fail();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Failed to load birds' })
    .getByRole('button', { name: 'Retry' })
    .click();
  await expect.element(row('Heron')).toBeVisible();
  await server.untilAsked();
  server.answer([CRANE, FINCH]);
  await expect.element(row('Finch')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(4);
  expect(page.getByRole('button', { name: 'Show more' }).query()).toBeNull();
});

test('the failure with Retry, and what is shown of an empty list', async () => {
  const server = startServer();
  await open(<Paged server={server} />);
  await server.untilAsked();
  server.fail();
  await page
    .getByRole('alert')
    .filter({ hasText: 'Failed to load birds' })
    .getByRole('button', { name: 'Retry' })
    .click();
  await server.untilAsked();
  server.answer([]);
  await expect.element(page.getByText('No birds yet')).toBeVisible();
  expect(table().query()).toBeNull();
});

test.each([
  [1100, ['Waders', '45', 'seen']],
  [900, ['Waders', '45']],
  [800, ['Waders', '45']],
  [700, ['Waders']],
  [400, []],
])('a list of %i px has the columns that fit, and the name says what the others would', async (width, cells) => {
  const columns = COLUMNS.map((column) =>
    column.isRowHead === true
      ? { ...column, cell: ({ wing }: Bird) => <span className="ls-until-wide">{wing} cm</span> }
      : column,
  );
  await open(
    <div style={{ width }}>
      <DataTable label="Birds" rows={[HERON]} columns={columns} row={ROW} />
    </div>,
  );
  await expect.element(table()).toBeVisible();
  expect(cellsOf(width > 560 ? 'Waders' : 'cm')).toEqual(cells);
  const second = page.getByText('45 cm');
  if (width > 1000) await expect.element(second).not.toBeVisible();
  else await expect.element(second).toBeVisible();
});

function Chosen({ log }: Readonly<{ log: string[] }>) {
  const [chosen, setChosen] = useState<readonly Bird[]>([]);
  const select: Selection<Bird> = {
    isChosen: (bird) => chosen.includes(bird),
    pick: (birds, isChosen) => {
      log.push(`${birds.map(({ name }) => name).join(' ')} ${isChosen}`);
      setChosen((before) => [...before.filter((bird) => !birds.includes(bird)), ...(isChosen ? birds : [])]);
    },
    label: ({ name }) => `Select ${name}`,
    isOff: (bird) => bird === CRANE,
    all: 'Select all birds',
  };
  const facts: RowFacts<Bird> = {
    ...ROW,
    group: ({ family }) => ({ key: family, head: family, pick: `Select all ${family}` }),
  };
  return <DataTable label="Birds" rows={BIRDS} columns={COLUMNS} row={facts} select={select} />;
}

test('rows are selected one by one, in groups, or all; arrows move between the boxes, with Shift they take them', async () => {
  const log: string[] = [];
  await open(<Chosen log={log} />);
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  await expect.element(box('Crane')).toBeDisabled();
  const heads = [...document.querySelectorAll('[scope=rowgroup]')];
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Waders', 'Songbirds']);
  await box('Heron').click();
  await expect.element(box('all Waders')).toBeChecked();
  await expect.element(box('all birds')).toBePartiallyChecked();
  // Past the box that is off, to the group below and to its row.
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(box('all Songbirds')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(box('Finch')).toBeChecked();
  await box('all birds').click();
  expect(log).toEqual(['Heron true', 'Finch true', 'Heron Finch false']);
});

test('the head of a group is as wide as a narrow list, whose columns keep their widths', async () => {
  const facts: RowFacts<Bird> = { ...ROW, group: ({ family }) => ({ key: family, head: <p>{family}</p> }) };
  function Narrow({ row }: Readonly<{ row: RowFacts<Bird> }>) {
    return (
      <div style={{ width: 600 }}>
        <DataTable label="Birds" rows={BIRDS} columns={COLUMNS} row={row} className="ls-table-fixed" />
      </div>
    );
  }
  const widths = () => [...document.querySelectorAll('thead th')].map((head) => head.getBoundingClientRect().width);
  const { screen } = await open(<Narrow row={ROW} />);
  await expect.element(table()).toBeVisible();
  const expected = widths();
  await screen.unmount();
  await open(<Narrow row={facts} />);
  await expect.element(page.getByText('Songbirds').first()).toBeVisible();
  expect(widths()).toEqual(expected);
  expect(document.querySelector('[scope=rowgroup] p')?.getBoundingClientRect().width).toBeGreaterThan(500);
});

test('a row expands by its button, its arrow keys or a press on it, but not by a press on its link', async () => {
  const facts: RowFacts<Bird> = {
    ...ROW,
    expand: {
      label: ({ name }) => `Details of ${name}`,
      content: ({ wing }) => `${wing} cm`,
      isOff: (one) => one === CRANE,
    },
  };
  await open(<DataTable label="Birds" rows={BIRDS} columns={COLUMNS} row={facts} />);
  const toggle = page.getByRole('button', { name: 'Details of Heron' });
  const detail = page.getByText('45 cm');
  expect(page.getByRole('button', { name: 'Details of Crane' }).query()).toBeNull();
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(detail).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}');
  expect(detail.query()).toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(detail).toBeVisible();
  await page.getByRole('cell', { name: 'Waders' }).first().click();
  expect(detail.query()).toBeNull();
  await page.getByRole('link', { name: 'Heron' }).click();
  expect(detail.query()).toBeNull();
});

test('a press anywhere opens the row, and what is below it belongs to it', async () => {
  const opened: string[] = [];
  const facts: RowFacts<Bird> = {
    ...ROW,
    open: ({ name }) => void opened.push(name),
    below: (one) => one === CRANE && 'Protected',
  };
  await open(<DataTable label="Birds" rows={BIRDS} columns={COLUMNS} row={facts} />);
  await page.getByRole('cell', { name: '60' }).click();
  await page.getByText('Protected').click();
  await page.getByRole('link', { name: 'Finch' }).click();
  expect(opened).toEqual(['Crane', 'Crane']);
});

test('a head sorts, and says how', async () => {
  const columns: Columns<Bird> = [
    { head: 'Name', sort: { by: 'name', order: 'ascending', title: 'Sort by name' }, cell: ({ name }) => name },
    { head: 'Wing', sort: { by: 'wing', order: 'descending', title: 'Widest first' }, cell: ({ wing }) => wing },
  ];
  function Sorted() {
    const [by, onSort] = useState('name');
    return <DataTable label="Birds" rows={BIRDS} columns={columns} row={ROW} sort={{ by, onSort }} />;
  }
  await open(<Sorted />);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Wing' }).click();
  await expect.element(head('Wing')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(head('Name')).not.toHaveAttribute('aria-sort');
});

test('a cell takes several columns, and the foot has the totals', async () => {
  const columns: Columns<Bird> = [
    { head: 'Name', isRowHead: true, cell: ({ name }) => name, total: 'All' },
    { head: 'Family', cell: ({ family }) => family, span: (one) => (one === CRANE ? 2 : 1) },
    { head: 'Wing', cell: ({ wing }) => wing, total: 114 },
  ];
  await open(<DataTable label="Birds" rows={BIRDS} columns={columns} row={ROW} />);
  await expect.element(row('Heron')).toBeVisible();
  expect(cellsOf('Heron')).toEqual(['Waders', '45']);
  expect(cellsOf('Crane')).toEqual(['Waders']);
  expect(cellsOf('All')).toEqual(['', '114']);
});

const flock = (from: number) =>
  Array.from({ length: 200 }, (_, index): Bird => ({ ...HERON, name: `Heron ${from + index}` }));

test('a virtual list has the rows in sight, and loads the next page near the end', async () => {
  const server = startServer();
  await open(<Paged server={server} virtual />);
  await server.untilAsked();
  server.answer(flock(0), 'two');
  await expect.element(row('Heron 3').first()).toBeVisible();
  expect(page.getByRole('row').elements().length).toBeLessThan(60);
  await expect.element(table()).toHaveAttribute('aria-rowcount', '-1');
  const scroller = table().element().parentElement?.parentElement;
  scroller?.scrollTo({ top: 200 * 52 });
  await server.untilAsked();
  server.answer(flock(200));
  await expect.element(table()).toHaveAttribute('aria-rowcount', '401');
  await expect.element(row('Heron 205')).toBeInTheDocument();
});

test('a row far from what is seen is mounted when it is revealed', async () => {
  function Revealed() {
    const handle = useRef<TableHandle>(null);
    return (
      <div style={{ height: 400, overflow: 'auto' }}>
        <button type="button" onClick={() => handle.current?.reveal(150, (one) => one.scrollIntoView())}>
          Reveal
        </button>
        <DataTable label="Birds" rows={flock(0)} columns={COLUMNS} row={ROW} frame="none" virtual={{ ref: handle }} />
      </div>
    );
  }
  await open(<Revealed />);
  await page.getByRole('button', { name: 'Reveal' }).click();
  await expect.element(row('Heron 150')).toBeInViewport();
});
