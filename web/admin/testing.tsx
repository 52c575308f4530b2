import type { AdminFlag, AdminOption } from '#contract/admin-lists.ts';
import type { AppetiteCell, AppetiteMatrix } from '#contract/admin.ts';
import { Problem } from '#contract/problem.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { fakeApi, recordCalls, renderPage } from '#web/testing/page.tsx';
import { makeProposal, PROPOSAL_ID } from '#web/review/appetite/testing.ts';
import { AdminPage } from '#web/app/pages/AdminPage.tsx';

export const OTHER = { id: 'u2', name: 'Demo Cyber Lead' };
export const AT = '2026-11-15T11:02:00.000Z';

export const PARTNERS = [
  { number: 9101, name: 'Alder', revision: 'a1' },
  { number: 9112, name: 'Beacon', revision: 'b1' },
  { number: 9120, name: 'Cormorant', revision: 'c1' },
];

export const cellOf = (partner: number, cob: string, appetite: number, dials = 3): AppetiteCell => ({
  partner,
  cob,
  appetite,
  dials,
  raise: null,
});

const makeMatrix = (): AppetiteMatrix => ({
  partners: [...PARTNERS],
  cells: [cellOf(9101, 'cargo', 1.25), cellOf(9112, 'cargo', 0), cellOf(9101, 'flood', 2), cellOf(9120, 'flood', 1, 6)],
});

export const makeOption = (code: string, more: Partial<AdminOption> = {}): AdminOption => ({
  code,
  label: `Broker ${code}`,
  group: null,
  retired: false,
  classes: [],
  used: 0,
  revision: `${code}-1`,
  ...more,
});

export const makeFlag = (more: Partial<AdminFlag> = {}): AdminFlag => ({
  key: 'usage-analytics',
  description: 'Send click, page view and search events to the collector.',
  state: 'on',
  emails: [],
  revision: 'f1',
  changed_at: AT,
  changed_by: OTHER,
  ...more,
});

/** A fake admin server that follows the contract. Records requests; `refuse` makes the next call fail. */
export function fakeAdmin(matrix: AppetiteMatrix = makeMatrix(), answers: Partial<Api> = {}) {
  const { sent, refuse, record } = recordCalls();
  const server = { matrix, sent, refuse, proposals: [makeProposal()] };
  const put = (cell: AppetiteCell, was: number | null) => {
    const { cells } = server.matrix;
    const there = cells.find(({ partner, cob }) => partner === cell.partner && cob === cell.cob);
    if ((there?.appetite ?? null) !== was) throw new Problem('stale', `${OTHER.name} changed this at 11:02.`);
    const others = cells.filter((other) => other !== there);
    const isRaised = there !== undefined && cell.appetite > there.appetite;
    const after = isRaised
      ? { ...there, raise: { proposal: PROPOSAL_ID, becomes: cell.appetite } }
      : { ...cell, dials: there?.dials ?? 0, raise: null };
    server.matrix = { ...server.matrix, cells: [...others, after] };
    return { lowered: was !== null && cell.appetite < was ? 1 : 0, raised: isRaised ? 1 : 0 };
  };
  const putAll = (
    changes: readonly Readonly<{ partner: number; cob: string; appetite: number; was: number | null }>[],
  ) => {
    const done = changes.map(({ was, partner, cob, appetite }) => put(cellOf(partner, cob, appetite, 0), was));
    const sum = (key: 'lowered' | 'raised') => done.reduce((total, one) => total + one[key], 0);
    return { ...server.matrix, lowered: sum('lowered'), raised: sum('raised') };
  };
  const routes: Partial<Api> = {
    getAppetites: async () => server.matrix,
    watchBuckets: async () => new ReadableStream<Uint8Array<ArrayBuffer>>(),
    listAppetiteProposals: async () => ({ items: server.proposals }),
    decideAppetiteProposal: async (input) => {
      record('decideAppetiteProposal', input.body);
      const cells = server.matrix.cells.map((one) => (one.raise === null ? one : { ...one, raise: null }));
      server.matrix = { ...server.matrix, cells };
      server.proposals = [];
      return { ...makeProposal(), buckets: [] };
    },
    addClass: async (input) => {
      record('addClass', input.body);
      return putAll(input.body.appetites.map((one) => ({ ...one, cob: input.body.cob })));
    },
    setAppetites: async (input) => {
      record('setAppetites', input.body);
      return putAll(input.body.changes);
    },
    listAppetiteHistory: async ({ params }) => {
      record('listAppetiteHistory', params);
      return {
        items: [
          { at: AT, by: OTHER, proposed_by: null, was: 1.5, became: 1.25 },
          { at: '2026-11-01T09:00:00.000Z', by: null, proposed_by: null, was: null, became: 1.5 },
        ],
        next: null,
      };
    },
    addPartner: async (input) => {
      record('addPartner', input.body);
      server.matrix = { ...server.matrix, partners: [...server.matrix.partners, { ...input.body, revision: 'n1' }] };
      return server.matrix;
    },
    renamePartner: async (input, options) => {
      record('renamePartner', input, options?.ifMatch);
      const partners = server.matrix.partners.map((partner) =>
        partner.number === input.params.partner ? { ...partner, name: input.body.name } : partner,
      );
      server.matrix = { ...server.matrix, partners };
      return server.matrix;
    },
    ...answers,
  };
  return { server, api: fakeApi(routes), record };
}

type Opened = Readonly<{ api: Api; address?: string; permissions?: readonly string[] }>;

export async function openAdmin({ api, address = '/admin', permissions }: Opened) {
  return renderPage(
    <div style={{ height: 860 }}>
      <AdminPage />
    </div>,
    {
      api,
      route: '/admin',
      address,
      permissions: permissions ?? ['admin:view', 'admin:edit', 'admin:create', 'bucket:view', 'user:view'],
    },
  );
}

/** As the browser dispatches a paste: to the focused field, or to the document. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const at = document.activeElement instanceof HTMLInputElement ? document.activeElement : document.body;
  at.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
