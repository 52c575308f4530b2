import { AddDialog, type AddField } from '#web/admin/AddDialog.tsx';
import { useTakeMatrix } from '#web/admin/query.ts';
import { useChange } from '#web/admin/useChange.ts';
import { useApi } from '#web/api/client.tsx';

const FIELDS: readonly AddField[] = [
  { path: 'number', label: 'Number', required: true, description: 'It cannot be changed later.' },
  { path: 'name', label: 'Name', required: true },
];
const WORDS = { done: 'Partner successfully added', failed: 'Failed to add partner' };
const MOST = 99_999;

export function AddPartner({ onClose }: Readonly<{ onClose: () => void }>) {
  const api = useApi();
  const take = useTakeMatrix();
  const adding = useChange(WORDS);
  return (
    <AddDialog
      title="Add partner"
      fields={FIELDS}
      confirmLabel="Add partner"
      check={check}
      failure={adding.failure}
      busy={adding.busy}
      onAdd={({ number = '', name = '' }) =>
        void adding.run({
          send: () => api.addPartner({ body: { number: Number(number), name: name.trim() } }),
          onDone: (given) => {
            take(given);
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

function check(path: string, text: string): string | undefined {
  if (path !== 'number') return undefined;
  const fits = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST;
  return fits ? undefined : 'Please write a whole number from 1 to 99999';
}
