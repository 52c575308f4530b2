import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { findClass } from '#domain/cob/class-of-business.ts';
import { useApi } from '#web/api/client.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { grouped } from '#domain/dimension/format.ts';
import { dialTotalQuery } from './list.query.ts';
import { type ListState, WHOLE_LIST } from './listState.ts';
import { TAB_LABELS } from './tabs.ts';
import classes from '#web/kit/NoResult.module.css';

type NoDialsProps = Readonly<{ state: ListState; mayCreate: boolean; onWiden: (state: ListState) => void }>;

/** Nothing to list: either there is no dial at all, or the search was too narrow. */
export function NoDials({ state, mayCreate, onWiden }: NoDialsProps) {
  // A search goes on among all dials; where it was among all already, it is given up.
  const wider = { ...WHOLE_LIST, sort: state.sort, q: state.q };
  const isWidest = state.tab === 'all' && state.cob === undefined && state.tag === undefined;
  const isWhole = isWidest && state.q === '';
  const total = useQuery({ ...dialTotalQuery(useApi()), enabled: !isWhole }).data;
  if (isWhole || total === 0)
    return (
      <EmptyState
        title="No dials yet"
        text="A dial appears here as soon as its draft is saved."
        action={
          mayCreate && (
            <Button component={PageLink} to="/dial" variant="default" data-track="Create Dial">
              Create Dial
            </Button>
          )
        }
      />
    );
  const all = total === undefined ? 'all' : `all ${grouped(total)}`;
  return (
    <div className={`ls-card ls-break ls-ink-2 ${classes.none}`} role="status">
      <p>
        {state.q === '' ? 'There is no dial' : 'No dial matches '}
        {state.q !== '' && <b>“{state.q}”</b>}
        {whereOf(state)}.{' '}
        <button
          type="button"
          className={`ls-plain ls-bold ls-accent ${classes.way}`}
          onClick={() => onWiden(isWidest || state.q === '' ? { ...wider, q: '' } : wider)}
        >
          {isWidest || state.q === '' ? `Show ${all}` : `Search ${all}`}
        </button>
        {mayCreate && (
          <>
            {' or '}
            <PageLink to="/dial" className={`ls-plain ls-bold ls-accent ${classes.way}`} data-track="Create Dial">
              Create Dial
            </PageLink>
          </>
        )}
      </p>
    </div>
  );
}

/** " in Ready, for Cyber Privacy & Tech, with the tag SME" */
function whereOf({ tab, cob, tag }: ListState): string {
  const parts = [
    tab !== 'all' && `in ${TAB_LABELS[tab]}`,
    cob !== undefined && `for ${findClass(cob)?.label ?? cob}`,
    tag !== undefined && `with the tag ${tag}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : ` ${parts.join(', ')}`;
}
