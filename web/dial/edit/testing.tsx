import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { Dial } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import type { ReferenceData, ReferenceOption } from '#contract/reference.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { DialEditPage, DimensionsStep, InformationStep, ValuesStep } from '#web/dial/DialEditPage.tsx';
import { fakeApi, renderPage } from '#web/testing/page.tsx';

export const DIAL_ID = '3f1c9a52-7d0e-4c0f-9f7e-2b8f3f1f0a11';
export const ME = { id: 'u1', name: 'Demo Underwriter' };
export const OTHER = { id: 'u2', name: 'Demo Second Underwriter' };

const option = (code: string, label: string, group: string | null = null): ReferenceOption => ({
  code,
  label,
  group,
  retired: false,
});
const MANY_BROKERS = Array.from({ length: 300 }, (_, index) => option(`B${index}`, `Broker number ${index}`));
export const REFERENCE = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((list) => [list, []])) as unknown as ReferenceData),
  risk_codes: [option('CY', 'Data and privacy breach', 'Cyber'), option('CZ', 'With property damage', 'Cyber')],
  countries: [option('US', 'United States'), option('CA', 'Canada')],
  brokers: MANY_BROKERS,
};

export function dialOf(data: Partial<DialData>, more: Partial<Dial> = {}): Dial {
  return {
    id: DIAL_ID,
    version: 1,
    state: 'draft',
    status: 'draft',
    revision: '1',
    created_at: '2026-10-01T09:00:00.000Z',
    created_by: ME,
    saved_at: '2026-10-01T10:42:00.000Z',
    saved_by: ME,
    data: { ...EMPTY_DIAL, name: 'Cyber excess', ...data, dial_id: DIAL_ID },
    versions: [],
    bucket_count: 0,
    use: { live: [], drafts: [] },
    abilities: { edit: true, publish: true, discard: false, duplicate: true, delete: true },
    ...more,
  };
}

/** A fake server with one dial that follows the contract: a save on an old revision is refused. */
function fakeServer(start?: Dial, previous?: DialData) {
  const server = {
    dial: start,
    calls: [] as string[],
    /** Someone else saves. */
    theySave: (data: Partial<DialData>, more: Partial<Dial> = {}) => {
      const now = found();
      server.dial = { ...now, revision: `${now.revision}+`, saved_by: OTHER, data: { ...now.data, ...data }, ...more };
    },
    /** Refuses the next call of this name. */
    refuse: {} as Partial<Record<keyof Api, Error>>,
  };
  const found = (): Dial => {
    if (server.dial === undefined) throw new Problem('not-found', 'There is no such dial.');
    return server.dial;
  };
  const refuse = (name: keyof Api) => {
    const refusal = server.refuse[name];
    delete server.refuse[name];
    if (refusal) throw refusal;
  };
  const change = (name: keyof Api, ifMatch: string | undefined, next: (dial: Dial) => Dial): Dial => {
    server.calls.push(name);
    refuse(name);
    if (ifMatch !== undefined && found().revision !== ifMatch) throw new Problem('stale', 'Someone saved in between.');
    server.dial = next(found());
    return server.dial;
  };
  const answers: Partial<Api> = {
    getReferenceData: async () => REFERENCE,
    listDialWords: async () => ({ tags: ['Cyber', 'Excess'], authors: ['Demo Cyber Lead'] }),
    getDial: async () => {
      refuse('getDial');
      return found();
    },
    getDialVersion: async () => dialOf(previous ?? {}, { state: 'published', status: 'ready' }),
    createDial: async ({ body }) => {
      server.dial = dialOf({});
      return change('createDial', undefined, (dial) => ({
        ...dial,
        data: { ...(body as DialData), dial_id: DIAL_ID },
      }));
    },
    saveDraft: async ({ body }, options) =>
      change('saveDraft', options?.ifMatch, (dial) => ({
        ...dial,
        state: 'draft',
        status: 'draft',
        version: dial.state === 'draft' ? dial.version : dial.version + 1,
        revision: `${dial.revision}*`,
        saved_by: ME,
        data: { ...(body as DialData), dial_id: DIAL_ID },
      })),
    publishDraft: async (_input, options) =>
      change('publishDraft', options?.ifMatch, (dial) => ({ ...dial, state: 'published', status: 'ready' })),
    discardDraft: async (_input, options) =>
      change('discardDraft', options?.ifMatch, (dial) => ({
        ...dial,
        state: 'published',
        status: 'ready',
        version: dial.version - 1,
        versions: dial.versions.filter(({ state }) => state === 'published'),
      })),
  };
  return { server, api: fakeApi(answers) };
}

const STEPS = [
  { index: true, element: <InformationStep /> },
  { path: ':dialId', element: <InformationStep /> },
  { path: ':dialId/dimensions', element: <DimensionsStep /> },
  { path: ':dialId/values', element: <ValuesStep /> },
];

type FakeServer = ReturnType<typeof fakeServer>['server'];
export type At = 'new' | '' | '/dimensions' | '/values';

/** The editor on a step, as web/app/routes.tsx lays it out. */
export async function renderEditor(
  at: At,
  start?: Dial,
  previous?: DialData,
  prepare: (server: FakeServer) => void = () => undefined,
) {
  const { server, api } = fakeServer(start, previous);
  prepare(server);
  const made = await renderPage(<DialEditPage />, {
    api,
    route: '/dial',
    address: at === 'new' ? '/dial' : `/dial/${DIAL_ID}${at}`,
    children: STEPS,
    permissions: ['dials:view', 'dials:create', 'dials:edit'],
  });
  return { server, ...made };
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const field = (name: string) => page.getByRole('textbox', { name });
/** The whole message is this text. */
export const expectText = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
