import { toast } from 'react-hot-toast/headless';
import { applyMatrix, refreshAdmin } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { notify } from '#web/kit/Toaster.tsx';
import classes from './CellLine.module.css';

/** The appetite of an existing bucket, before and after. */
export type AppetiteChange = Readonly<{ partner: number; cob: string; appetite: number; was: number }>;

/** Shows a toast with Undo. Later, the history of the cell can restore the value. */
export function useUndoAppetites(): (changes: readonly AppetiteChange[]) => void {
  const api = useApi();
  const { run } = useChange({
    send: (changes: readonly AppetiteChange[]) =>
      api.setAppetites({ body: { changes: changes.map((one) => ({ ...one, appetite: one.was, was: one.appetite })) } }),
    done: 'Appetites successfully updated',
    failed: 'Failed to update appetites',
    apply: applyMatrix,
    onFailed: refreshAdmin,
  });
  return (changes) => {
    if (changes.length === 0) return;
    const undo = () => {
      toast.dismiss(shown);
      void run(changes);
    };
    const shown = notify(
      <span className="ls-row ls-gap-12">
        {plural(changes.length, 'appetite')} changed
        <button type="button" className={`ls-plain ls-bold ${classes.undo}`} data-track="Undo" onClick={undo}>
          Undo
        </button>
      </span>,
    );
  };
}
