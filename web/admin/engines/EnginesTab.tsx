import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Engine } from '#contract/engine.ts';
import { addressOf } from '#web/admin/address.ts';
import { type Engines, ENGINES_POLL_MS } from '#web/admin/query.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useTabHeader } from '#web/base/page/tabHeader.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import { useMay } from '#web/base/session/session.tsx';
import { EngineDialog } from './EngineDialog.tsx';
import { EnginePanel } from './EnginePanel.tsx';
import { EngineTable } from './EngineTable.tsx';
import { describeMoves } from './engineText.ts';
import { SequenceStrip } from './SequenceStrip.tsx';

const EDIT = { scope: 'admin', action: 'edit' } as const;

/** What each rating engine runs. The open one is in the URL: `/admin?tab=engines&engine=…`. */
export function EnginesTab() {
  const engines = useApiQuery('listEngines', {}, { refetchInterval: ENGINES_POLL_MS });
  const add = useDialog((close) => <EngineDialog onClose={close} />);
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    const onClick = () => add();
    return { actions: [{ label: 'New engine', variant: 'filled' as const, icon, onClick, needs: EDIT }] };
  }, [add]);
  useTabHeader(header);
  return (
    <>
      <Loaded query={engines} title="Failed to load engines" skeleton={8}>
        {(listed) => <ShownEngines listed={listed} at={new Date(listed.now)} isOld={engines.isError} onAdd={add} />}
      </Loaded>
    </>
  );
}

type ShownEnginesProps = Readonly<{
  listed: Engines;
  /** The time of the server when it answered: ages count from then. */
  at: Date;
  /** The last refresh failed. */
  isOld: boolean;
  onAdd: () => void;
}>;

function ShownEngines({ listed, at, isOld, onAdd }: ShownEnginesProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const mayEdit = useMay()(EDIT);
  const region = useMovesAnnouncer(listed.engines);
  const close = useCallback(() => void navigate(addressOf('engines')), [navigate]);
  const opened = listed.engines.find(({ id }) => id === params.get('engine'));
  return (
    <>
      {listed.engines.length === 0 ? (
        <EmptyState
          title="No engine reads Lineslip yet."
          text="A rating engine fetches what is live with a token of its own, and checks its signature."
          {...(mayEdit && {
            action: (
              <Button variant="default" onClick={onAdd}>
                New engine
              </Button>
            ),
          })}
        />
      ) : (
        <div className="ls-stack ls-fixed ls-gap-16">
          <SequenceStrip listed={listed} at={at} />
          <EngineTable listed={listed} at={at} openedId={opened?.id} />
          <p className={`ls-small ${isOld ? 'ls-amber' : 'ls-ink-3'}`}>
            {isOld
              ? `Lineslip does not answer. This is what it knew at ${formatTimeOrMoment(at)}.`
              : 'An engine that cannot reach Lineslip goes on with its last copy, and catches up by itself.'}
          </p>
        </div>
      )}
      {opened && <EnginePanel key={opened.id} engine={opened} cases={listed.cases} at={at} onClose={close} />}
      <div ref={region} role="status" className="ls-hidden" />
    </>
  );
}

/** A refresh is announced only if an engine falls behind or catches up. */
function useMovesAnnouncer(engines: readonly Engine[]) {
  const { region, announce } = useAnnouncer();
  const before = useRef(engines);
  useEffect(() => {
    const moves = describeMoves(before.current, engines);
    before.current = engines;
    if (moves !== '') announce(moves);
  }, [engines, announce]);
  return region;
}
