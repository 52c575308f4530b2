import { RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createTestRouter, renderWhole } from '#web/testing/page.tsx';
import { useAddressState } from './useAddressState.ts';

type State = Readonly<{ person: string; action: string }>;
const read = (params: URLSearchParams): State => ({
  person: params.get('person') ?? '',
  action: params.get('action') ?? '',
});
const write = (state: State) => new URLSearchParams(Object.entries(state).filter(([, text]) => text !== ''));

async function open(onOtherState?: (state: State) => void) {
  const seen: { change: (part: Partial<State>) => void }[] = [];
  function Page() {
    const { state, change } = useAddressState({ read, write, ...(onOtherState && { onOtherState }) });
    seen.push({ change });
    return <p>{JSON.stringify(state)}</p>;
  }
  const router = createTestRouter([{ path: '*', element: <Page /> }], '/?person=ada');
  await renderWhole(<RouterProvider router={router} />);
  return { router, change: (part: Partial<State>) => seen.at(-1)?.change(part) };
}

test('a second change before the screen has followed the first keeps both', async () => {
  const { router, change } = await open();
  change({ person: 'bob' });
  change({ action: 'voted' });
  await expect.poll(() => router.state.location.search).toBe('?person=bob&action=voted');
});

test('a change to the already requested state is no step', async () => {
  const { router, change } = await open();
  change({ person: 'ada' });
  change({ person: 'bob' });
  await expect.poll(() => router.state.location.search).toBe('?person=bob');
  await router.navigate(-1);
  await expect.poll(() => router.state.location.search).toBe('?person=ada');
});

test('reports a state that came from elsewhere, and the next change builds on it', async () => {
  const reported: State[] = [];
  const { router, change } = await open((state) => reported.push(state));
  change({ action: 'voted' });
  await expect.poll(() => router.state.location.search).toBe('?person=ada&action=voted');
  await router.navigate('/?person=eve');
  await expect.poll(() => reported.at(-1)).toEqual({ person: 'eve', action: '' });
  change({ action: 'saved' });
  await expect.poll(() => router.state.location.search).toBe('?person=eve&action=saved');
});
