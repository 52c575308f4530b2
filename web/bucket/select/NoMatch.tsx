import { SELECT_TABS, type SelectState } from './selectState.ts';
import classes from './SelectPage.module.css';

/** Repeats what was asked for, and offers the wider look. */
export function NoMatch({ state, onWiden }: Readonly<{ state: SelectState; onWiden: () => void }>) {
  const tab = SELECT_TABS.find(({ value }) => value === state.tab);
  const where = tab === undefined || tab.value === 'all' ? '' : ` in ${tab.label}`;
  return (
    <p role="status" className={`ls-ink-2 ${classes.none}`}>
      {state.q === '' ? (
        <>No bucket{where}. </>
      ) : (
        <>
          No bucket matches <b>“{state.q}”</b>
          {where}.{' '}
        </>
      )}
      <button type="button" onClick={onWiden}>
        Show all
      </button>
    </p>
  );
}
