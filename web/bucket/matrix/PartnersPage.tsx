import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#web/base/api/client.tsx';
import { apiQuery, useApiQuery } from '#web/base/api/query.ts';
import { NoBuckets } from '#web/bucket/NoBuckets.tsx';
import { bucketAddress, classLabel, partnerAddress, partnerText } from '#web/bucket/address.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { combineQueries, Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { MatrixSkeleton } from '#web/kit/MatrixTable.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { useSearchUsage } from '#web/base/telemetry/useSearchUsage.ts';
import { BucketRows, NoMatch, useBucketRows } from './BucketRows.tsx';
import { LayerControl, LayerLegend } from './LayerControl.tsx';
import { MatrixGrid } from '#web/bucket/MatrixGrid.tsx';
import { drawLinks } from './MatrixLinks.tsx';
import { SelectPage } from './SelectPage.tsx';
import { ClassSelect, PartnerSelect } from './Selectors.tsx';
import { layeredBy, needsMore } from './layers.ts';
import { layOut, type Matrix } from '#web/bucket/matrix.ts';
import { useSelectState } from '#web/bucket/selectState.ts';
import classes from './SelectPage.module.css';

/** Every bucket at a glance: classes by partners. A chosen class, and drafts, are shown as a list; on a phone all are. */
export function PartnersPage() {
  const select = useSelectState();
  const { state, change } = select;
  const { cob, layer } = state;
  const isPhone = usePhone();
  // The matrix has all of them.
  const asStopped = isPhone && cob === undefined && layer === 'stopped';
  // Drafts and reviews are shown as a list, with who, since when and what.
  const asRows =
    !asStopped && (isPhone || cob !== undefined || state.tab === 'draft' || state.tab === 'pending_review');
  const navigate = useNavigate();
  const api = useApi();
  const queries = useQueryClient();
  const query = useApiQuery('getBucketMatrix', {});
  const layers = useApiQuery('getBucketLayers', {}, { enabled: !asRows && needsMore(layer) });
  const [now] = useState(() => Date.now());
  const rows = useBucketRows(state, cob === undefined ? {} : { cob }, asRows);
  useBucketWatch();

  const { data } = query;
  const matrix = useMemo(() => data && layOut(data, state), [data, state]);
  const more = layers.data?.buckets;
  const drawing = useMemo(() => drawLinks(layeredBy(layer, more, now)), [layer, more, now]);
  useSearchUsage('Buckets', asRows ? '' : state.q, matrix?.counts[state.tab]);
  const partners = data?.partners ?? [];
  const widen = () => change({ tab: 'all', q: '' });
  const toPartner = (partner: number | undefined) => {
    if (partner === undefined) return;
    void navigate(cob === undefined ? partnerAddress(partner) : bucketAddress({ partner, cob }));
  };

  const list = asRows && (
    <BucketRows
      query={rows}
      state={state}
      by={cob === undefined ? 'both' : 'partner'}
      partners={partners}
      onWiden={widen}
      empty={
        <NoBuckets
          title={cob === undefined ? 'No buckets yet' : `No partner has a bucket for ${classLabel(cob)} yet`}
        />
      }
    />
  );
  const phoneSkeleton = list || <Card waiting={9} />;
  const content = (matrix: Matrix) => {
    if (list) return list;
    if (asStopped) return <StoppedRows matrix={matrix} onWiden={() => change({ layer: 'appetite' })} />;
    if (partners.length === 0 || data?.cells.length === 0)
      return <NoBuckets title={partners.length === 0 ? 'No partners yet' : 'No buckets yet'} />;
    if (matrix.rows.length === 0) return <NoMatch state={state} onWiden={widen} />;
    return (
      <>
        <LayerControl
          layer={layer}
          onChange={(chosen) => change({ layer: chosen })}
          onNear={() => void queries.prefetchQuery({ ...apiQuery(api, 'getBucketLayers', {}), staleTime: 30_000 })}
        />
        <div className={`ls-fixed ${classes.failed}`}>
          {needsMore(layer) && <Loaded query={layers} title="Failed to load this layer" />}
        </div>
        <MatrixGrid matrix={matrix} drawing={drawing} />
        <LayerLegend layer={layer} />
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
      about={{ cob }}
      selectors={
        <>
          <PartnerSelect partners={partners} value={undefined} onChange={toPartner} />
          <ClassSelect value={cob} onChange={(slug) => change({ cob: slug })} />
        </>
      }
    >
      <Loaded
        query={combineQueries([query], matrix)}
        title="Error fetching Partners"
        skeleton={isPhone ? phoneSkeleton : <MatrixSkeleton corner="Class" />}
      >
        {content}
      </Loaded>
    </SelectPage>
  );
}

/** On a phone, in place of the layer of the matrix: the buckets that answer no risk. */
function StoppedRows({ matrix: { partners, rows }, onWiden }: Readonly<{ matrix: Matrix; onWiden: () => void }>) {
  const stopped = rows.flatMap(({ cob, cells }) =>
    cells.flatMap((cell, index) => {
      const partner = partners[index];
      return cell?.isMatch && cell.stopped && partner ? [{ cell, name: `${cob.label}, ${partnerText(partner)}` }] : [];
    }),
  );
  return (
    <Card
      title={plural(stopped.length, 'stopped bucket')}
      aside={
        <button type="button" className="ls-link" onClick={onWiden}>
          Show all
        </button>
      }
      padded={false}
    >
      <ul className="ls-list ls-ruled">
        {stopped.map(({ cell, name }) => (
          <li key={name} className="ls-pad ls-row ls-spread ls-gap-12">
            <PageLink to={bucketAddress(cell)} className="ls-name ls-break">
              {name}
            </PageLink>
            <StatusChip status="stopped" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
