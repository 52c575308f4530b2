import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#web/api/client.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { matrixQuery } from '#web/bucket/query.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { BucketRows, useBucketRows, NoMatch } from './BucketRows.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { layOut } from './matrix.ts';
import { MatrixGrid, MatrixSkeleton } from './MatrixGrid.tsx';
import { ClassSelect, PartnerSelect, SelectPage } from './SelectPage.tsx';
import { useSelectState } from './selectState.ts';
import { bucketAddress, classLabel, partnerAddress } from '#web/bucket/address.ts';
import { BUCKET_STATUS_LABELS, BUCKET_STATUSES } from '#domain/bucket/state.ts';
import { useSearchUsage } from '#web/telemetry/useSearchUsage.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { type KeyLine, useKeys } from '#web/kit/keys/keys.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import classes from './SelectPage.module.css';

/** Every bucket at a glance: classes by partners. A class that is chosen shows its partners one by one. */
export function PartnersPage() {
  const select = useSelectState();
  const { state, change } = select;
  const { cob } = state;
  const navigate = useNavigate();
  const query = useQuery(matrixQuery(useApi()));
  const rows = useBucketRows(state, cob === undefined ? {} : { cob }, cob !== undefined);
  useBucketWatch();

  const { data } = query;
  const matrix = useMemo(() => data && layOut(data, state), [data, state]);
  useSearchUsage('Buckets', cob === undefined ? state.q : '', matrix?.counts[state.tab]);
  const partners = data?.partners ?? [];
  const widen = () => change({ tab: 'all', q: '' });
  const toPartner = (partner: number | undefined) => {
    if (partner === undefined) return;
    void navigate(cob === undefined ? partnerAddress(partner) : bucketAddress({ partner, cob }));
  };

  const content = () => {
    if (query.error && data === undefined) return <FetchError title="Error fetching Partners" query={query} />;
    if (matrix === undefined || data === undefined) return <MatrixSkeleton />;
    if (cob !== undefined)
      return (
        <BucketRows
          query={rows}
          state={state}
          by="partner"
          partners={partners}
          onWiden={widen}
          empty={
            <EmptyState
              title={`No partner has a bucket for ${classLabel(cob)} yet`}
              text="An administrator adds them with Add buckets for COB."
            />
          }
        />
      );
    if (partners.length === 0 || data.cells.length === 0)
      return (
        <EmptyState
          title={partners.length === 0 ? 'No partners yet' : 'No buckets yet'}
          text="An administrator adds buckets with Add buckets for COB."
        />
      );
    if (matrix.rows.length === 0) return <NoMatch state={state} onWiden={widen} />;
    return (
      <>
        <MatrixGrid matrix={matrix} />
        <Legend />
      </>
    );
  };

  return (
    <SelectPage
      header={{
        title: 'Buckets',
        subtitle: 'One class of business for one partner',
        ...(cob !== undefined && { fact: classLabel(cob) }),
      }}
      select={select}
      counts={cob === undefined ? matrix?.counts : rows.data?.pages[0]?.counts}
      placeholder="Search class or partner"
      selectors={
        <>
          <PartnerSelect partners={partners} value={undefined} onChange={toPartner} />
          <ClassSelect value={cob} onChange={(slug) => change({ cob: slug })} />
        </>
      }
    >
      {content()}
    </SelectPage>
  );
}

/** What the matrix's numbers, tints and glyphs mean, once. */
function Legend() {
  useKeys('Buckets', KEYS);
  return (
    <div className={`ls-row ls-wrap ls-fixed ls-small ls-ink-3 ${classes.legend}`}>
      <span>Appetite:</span>
      {TINTS.map(({ tint, label }) => (
        <span key={label} className="ls-inline ls-gap-6">
          <i className={classes.swatch} data-tint={tint} /> {label}
        </span>
      ))}
      {BUCKET_STATUSES.map((status) => (
        <span key={status} className="ls-inline ls-gap-6">
          <span className={status === 'pending_review' ? 'ls-center ls-amber' : 'ls-center'}>
            <StatusGlyph status={status} />
          </span>
          {BUCKET_STATUS_LABELS[status]}
        </span>
      ))}
      <span className={`ls-inline ls-push ${classes.keys}`}>
        {['↑', '↓', '←', '→'].map((key) => (
          <KeyHint key={key}>{key}</KeyHint>
        ))}{' '}
        move, <KeyHint>Enter</KeyHint> opens
      </span>
    </div>
  );
}

/** Answered by the matrix. */
const KEYS: readonly KeyLine[] = [
  { keys: '↑↓←→', does: 'move' },
  { keys: 'Enter', does: 'open' },
];

const TINTS = [
  { tint: 'closed', label: '0 closed' },
  { tint: 'neutral', label: '1 neutral' },
  { tint: 'more', label: 'above 1' },
];
