import type { Engine, EngineRelease } from '#contract/engine.ts';
import { grouped } from '#domain/dimension/format.ts';
import { ENGINES_POLL_MS } from '#web/admin/query.ts';
import { useApiPages } from '#web/base/api/query.ts';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { ChangeLink } from './SequenceStrip.tsx';
import { describeChange, describeOutcome } from './engineText.ts';
import classes from './EnginePanel.module.css';

/** As many as the panel has room for, then a page at a time. */
const FIRST_RELEASES = 5;
const NEXT_RELEASES = 50;

type EngineReleasesProps = Readonly<{ engine: Engine; at: Date }>;

/** The releases of the engine's channel, newest first, and what it made of each. */
export function EngineReleases({ engine, at }: EngineReleasesProps) {
  const releases = useApiPages(
    'listEngineReleases',
    { params: { engineId: engine.id }, query: { limit: FIRST_RELEASES } },
    { nextLimit: NEXT_RELEASES, refetchInterval: ENGINES_POLL_MS },
  );
  const { data, isFetchingNextPage } = releases;
  const pages = data?.pages ?? [];
  const total = pages[0]?.total ?? 0;
  return (
    <section aria-label="Sequences" className={classes.part}>
      <div className="ls-row ls-spread ls-base">
        <h3 className="ls-title">Sequences</h3>
        {pages.length > 0 && <span className="ls-small ls-ink-3">{grouped(total)}</span>}
      </div>
      <Loaded query={listItems(releases)} title="Failed to load sequences" skeleton={5}>
        {(items) => (
          <ol className="ls-list ls-ruled" aria-busy={isFetchingNextPage}>
            {items.map((release) => (
              <Row key={release.sequence} release={release} engine={engine} at={at} />
            ))}
          </ol>
        )}
      </Loaded>
      <ShowMore query={releases} className="ls-above-8" />
    </section>
  );
}

type RowProps = EngineReleasesProps & Readonly<{ release: EngineRelease }>;

function Row({ release, engine, at }: RowProps) {
  const { sequence, changed, issued_at, outcome, message } = release;
  const words = describeChange(changed);
  return (
    <li className={classes.release}>
      <b className="ls-num">{sequence}</b>
      <div>
        <ChangeLink release={release} />
        {words !== undefined && <span className="ls-small ls-nowrap ls-ink-3"> {words}</span>}
        <span className={`ls-small ls-block ls-break ${outcome === 'refused' ? 'ls-red' : 'ls-ink-3'}`}>
          {describeOutcome(release, engine)}
          {outcome === 'refused' && engine.error?.sequence !== sequence && message !== '' && `: ${message}`}
        </span>
      </div>
      <Time moment={issued_at} now={at} format={formatTimeOrMoment} className="ls-small ls-right ls-ink-3" />
    </li>
  );
}
