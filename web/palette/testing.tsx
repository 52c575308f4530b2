import { useState } from 'react';
import { page } from 'vitest/browser';
import { KeysDialog } from '#web/kit/KeysDialog.tsx';
import { ANYWHERE, useKeys } from '#web/kit/keys.ts';
import { SearchField } from '#web/kit/SearchField.tsx';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';
import { Palette } from './Palette.tsx';

const CELL = { stopped: false, appetite: 1, dials: 3 };
const AREAS = [{ label: 'Home', to: '/home', letter: 'h' }];

/** Two partners with three buckets, one of them in a draft. */
export const MATRIX = {
  partners: [
    { number: 9101, name: 'Alder' },
    { number: 9112, name: 'Beacon' },
  ],
  cells: [
    { ...CELL, partner: 9101, cob: 'cyber-privacy-and-tech', status: 'draft' as const },
    { ...CELL, partner: 9101, cob: 'cargo', status: 'active' as const },
    { ...CELL, partner: 9112, cob: 'cyber-privacy-and-tech', status: 'active' as const },
  ],
};

/** A page with a field, over which the palette and the shortcut list open by their keys. */
function PageBelow() {
  const [layer, setLayer] = useState<'palette' | 'keys'>();
  const [text, setText] = useState('');
  const close = () => setLayer(undefined);
  const showKeys = () => setLayer('keys');
  useKeys(ANYWHERE, [
    { keys: 'mod+K', does: 'Find anything', run: () => setLayer('palette'), inFields: true },
    { keys: '?', does: 'Show keys', run: showKeys },
  ]);
  return (
    <main>
      <h1>Page below</h1>
      <SearchField label="Search" value={text} onChange={setText} />
      <Palette opened={layer === 'palette'} areas={AREAS} onClose={close} onShowKeys={showKeys} />
      {layer === 'keys' && <KeysDialog onClose={close} />}
    </main>
  );
}

export async function openPageBelow(answers: Partial<Api>, permissions: readonly string[]) {
  const api = fakeApi({ getBucketMatrix: async () => MATRIX, ...answers });
  return renderPage(<PageBelow />, { api, route: '/', address: '/', permissions });
}

export const field = () => page.getByRole('combobox', { name: 'Find anything' });
export const selected = () => page.getByRole('option', { selected: true });
