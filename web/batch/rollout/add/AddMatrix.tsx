import { MatrixSkeleton } from '#web/kit/MatrixTable.tsx';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useApiQuery } from '#web/base/api/query.ts';
import { layOut } from '#web/bucket/matrix.ts';
import { ClassLabel, type MatrixDrawing, MatrixGrid } from '#web/bucket/MatrixGrid.tsx';
import type { CellProps } from '#web/kit/grid.ts';
import { combineQueries, Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { SearchField } from '#web/kit/SearchField.tsx';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import type { DialInBuckets } from '#web/batch/rollout/rolloutPlan.ts';
import { canChoose, keyOf } from '#web/batch/editPlan.ts';
import { describeDraftOwner } from '#web/bucket/words.ts';
import { useSession } from '#web/base/session/session.tsx';
import type { AddBucket } from './addPlan.ts';
import type { AddState } from './useAdding.ts';
import classes from './Add.module.css';

type AddMatrixProps = Readonly<{ adding: AddState; dials: readonly DialInBuckets[] }>;

/** The matrix of buckets, with checkboxes for cells, classes and partners. */
export function AddMatrix({ adding: { state }, dials }: AddMatrixProps) {
  const query = useApiQuery('getBucketMatrix', {});
  const [q, setQ] = useState('');
  const matrix = useMemo(() => query.data && layOut(query.data, { tab: 'all', q }), [query.data, q]);
  const personId = useSession().person.id;
  const drawing = useMemo(() => drawBoxes(state, personId), [state, personId]);
  // Start at the class of a dial that only one class uses.
  const [home, ...others] = new Set(
    dials.flatMap(({ buckets }) => buckets.filter(({ held }) => held !== null).map(({ cob }) => cob)),
  );
  const start = others.length > 0 ? -1 : (matrix?.rows.findIndex(({ cob }) => cob.slug === home) ?? -1);
  const free = state.plan.filter(canChoose).length;
  return (
    <Card
      title="Buckets"
      note={
        <span className="ls-row">
          <span className="ls-chip ls-num">{`${state.chosen.length} of ${free}`}</span>
          chosen
        </span>
      }
      aside={
        <SearchField label="Search class or partner" placeholder="Search class or partner" value={q} onChange={setQ} />
      }
    >
      <Loaded
        query={combineQueries([query], matrix)}
        title="Error fetching Partners"
        skeleton={<MatrixSkeleton corner="Class" />}
      >
        {(shown) =>
          shown.rows.length === 0 ? (
            <p className="ls-ink-2">{`No class or partner matches “${q}”.`}</p>
          ) : (
            <Scrolled to={start}>
              <MatrixGrid matrix={shown} drawing={drawing} start={{ row: Math.max(start, 0) + 1, column: 1 }} />
            </Scrolled>
          )
        }
      </Loaded>
      <Legend />
    </Card>
  );
}

/** Opens scrolled to that row. */
function Scrolled({ to, children }: Readonly<{ to: number; children: React.ReactNode }>) {
  const box = useRef<HTMLDivElement>(null);
  const first = useRef(to);
  useLayoutEffect(() => {
    const scroller = box.current?.firstElementChild;
    const table = scroller?.firstElementChild;
    const row = table instanceof HTMLTableElement ? table.tBodies[0]?.rows[first.current] : undefined;
    if (scroller && row) scroller.scrollTop = row.offsetTop - scroller.clientHeight / 2;
  }, []);
  return (
    <div ref={box} className={classes.matrix}>
      {children}
    </div>
  );
}

function drawBoxes({ plan, isChosen, pick }: AddState['state'], personId: string): MatrixDrawing {
  const byKey = new Map(plan.map((bucket) => [keyOf(bucket), bucket]));
  const free = plan.filter(canChoose);
  const byClass = Map.groupBy(free, ({ cob }) => cob);
  const byPartner = Map.groupBy(free, ({ partner }) => partner.number);
  /** Ticks all of a class or a partner, or none if all are ticked. */
  const groupBox = (name: string, of: readonly AddBucket[] = [], place: CellProps) => {
    const count = of.filter(isChosen).length;
    const isAll = of.length > 0 && count === of.length;
    return {
      ...place,
      type: 'button',
      role: 'checkbox',
      'aria-checked': isAll ? true : count > 0 ? 'mixed' : false,
      'aria-disabled': of.length === 0,
      'aria-label': `${name}, all ${plural(of.length, 'bucket')}`,
      title: of.length === 0 ? 'Nothing to choose' : isAll ? 'Choose none of these' : `Choose all ${of.length}`,
      onClick: () => pick(of, !isAll),
    } as const;
  };
  return {
    partner: ({ number, name }, place) => (
      <button
        className={`ls-stack ls-ink-3 ls-wide ${classes.head}`}
        {...groupBox(`${number} ${name}`, byPartner.get(number), place)}
      >
        <b>{number}</b> <span className="ls-clip">{name}</span>
      </button>
    ),
    class: (row, place) => (
      <button
        className={`ls-flex ls-wide ls-ink ls-mid ls-nowrap ${classes.head}`}
        {...groupBox(row.cob.label, byClass.get(row.cob.slug), place)}
      >
        <ClassLabel {...row} />
      </button>
    ),
    bucket: ({ cob: slug }, cob, partner, place) => {
      const row = byKey.get(keyOf({ partner, cob: slug }));
      const isTicked = row !== undefined && isChosen(row);
      const label = `${cob.label}, ${partner.number} ${partner.name}: ${row === undefined ? 'not known' : wordsOf(row, personId)}`;
      return (
        <button
          {...place}
          type="button"
          role="checkbox"
          aria-checked={isTicked}
          aria-disabled={row?.blockReason !== undefined}
          aria-label={label}
          title={label}
          className={`ls-center ls-ink-3 ${classes.box}`}
          onClick={() => row && canChoose(row) && pick([row], !isTicked)}
        >
          {row && <BoxContent row={row} isTicked={isTicked} />}
        </button>
      );
    },
  };
}

function wordsOf({ blockReason, dials, draft, added }: AddBucket, personId: string): string {
  if (blockReason !== undefined) return blockReason;
  const owner = draft === null ? [] : [describeDraftOwner(draft.saved_by, personId)];
  return [plural(dials, 'dial'), ...owner, ...(added.length > 1 ? [`takes ${added.length}`] : [])].join(', ');
}

function BoxContent({
  row: { heldAt, added, blockReason, draft },
  isTicked,
}: Readonly<{ row: AddBucket; isTicked: boolean }>) {
  if (isTicked) return <IconCheck size={15} stroke={2.5} aria-hidden />;
  if (added.length === 0) return <span className="ls-tiny">{heldAt === undefined ? 'all' : `at ${heldAt}`}</span>;
  if (draft !== null)
    return (
      <span className={`ls-center ${draft.state === 'pending_review' ? 'ls-amber' : 'ls-ink'}`}>
        <StatusGlyph status={draft.state} />
      </span>
    );
  return blockReason === undefined ? null : <>–</>;
}

/** The content of the cells. */
function Legend() {
  return (
    <div className={`ls-row ls-wrap ls-small ls-ink-3 ${classes.legend}`}>
      <span className="ls-inline ls-gap-6">
        <span className="ls-tiny">at 7</span> there already
      </span>
      <span className="ls-inline ls-gap-6">
        <span className="ls-center ls-amber">
          <StatusGlyph status="pending_review" />
        </span>
        in review, cannot be chosen
      </span>
      <span className="ls-inline ls-gap-6">
        <span className="ls-center ls-ink">
          <StatusGlyph status="draft" />
        </span>
        added to the draft that exists
      </span>
      <span className="ls-push">A class or a partner chooses all of its buckets</span>
    </div>
  );
}
