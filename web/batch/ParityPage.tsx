import { SegmentedControl } from '@mantine/core';
import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsUpDown.mjs';
import IconOrdering from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconValues from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useApiQuery } from '#web/base/api/query.ts';
import { NoBuckets } from '#web/bucket/NoBuckets.tsx';
import { bucketAddress, BUCKETS_ADDRESS, classAddress, classLabel } from '#web/bucket/address.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { ClassSelect } from '#web/rule/ClassSelect.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { useAddressState } from '#web/base/page/useAddressState.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { download } from '#web/kit/download.ts';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { CopyPanel } from '#web/batch/parity/CopyPanel.tsx';
import { ParityGrid } from '#web/batch/parity/ParityGrid.tsx';
import {
  type ClassBuckets,
  type Column,
  foldEmpty,
  type LineFilter,
  linesOf,
  type Tab,
  viewClass,
} from '#web/batch/parity/parityView.ts';
import { useCopy } from '#web/batch/parity/useCopy.ts';
import { headText, tableOf } from '#web/batch/parity/words.ts';
import classes from '#web/batch/parity/ParityGrid.module.css';

const PANEL = 'parity-panel';
const PATH = [{ label: 'Buckets', to: BUCKETS_ADDRESS }, { label: 'All partners' }];
const PARENT = { to: BUCKETS_ADDRESS, name: 'Buckets' };

/** One class across partners: differences from the majority stand out, and can be copied to others as drafts. */
export function ParityPage() {
  const { cob = '' } = useParams();
  const query = useApiQuery('listClassBuckets', { params: { cob } });
  useBucketWatch();
  useSubject(classLabel(cob), 'All partners');
  if (query.data) return <ParityOf key={cob} cob={cob} data={query.data} />;
  return (
    <Loaded
      query={query}
      page={{ title: classLabel(cob), subtitle: PATH, parent: PARENT }}
      skeleton={<Card waiting={12} />}
      missing={{
        title: 'This class does not exist',
        text: 'The address is incomplete, or has a typing error.',
        action: <LinkButton to={BUCKETS_ADDRESS} label="View buckets" />,
      }}
    />
  );
}

type View = Readonly<{ tab: Tab; shown: LineFilter; from: number | undefined }>;

function readView(params: URLSearchParams): View {
  const from = Number(params.get('from') ?? '');
  return {
    tab: params.get('tab') === 'values' ? 'values' : 'ordering',
    shown: params.get('show') === 'differences' ? 'differences' : 'all',
    from: from > 0 ? from : undefined,
  };
}

const writeView = ({ tab, shown, from }: View): URLSearchParams =>
  new URLSearchParams({
    ...(tab === 'values' && { tab }),
    ...(shown === 'differences' && { show: shown }),
    ...(from !== undefined && { from: String(from) }),
  });

function ParityOf({ cob, data }: Readonly<{ cob: string; data: ClassBuckets }>) {
  const navigate = useNavigate();
  const {
    state: { tab, shown, from },
    change,
  } = useAddressState<View>({ read: readView, write: writeView });
  const view = useMemo(() => viewClass(data), [data]);
  const lines = useMemo(() => linesOf(view, tab, shown), [view, tab, shown]);
  const [showsEmpty, setShowsEmpty] = useState(false);
  const folded = useMemo(() => foldEmpty(view, from), [view, from]);
  const hidden = view.columns.length - folded.columns.length;
  const source = view.columns.find(({ partner, bucket }) => bucket !== undefined && partner.number === from);
  const copying = useCopy(cob, view, source);
  const replace = () => false;
  const select = ({ partner: { number } }: Column, dialId?: string) => {
    if (number === from) {
      if (dialId !== undefined) copying.tick(dialId);
      return;
    }
    copying.restart(dialId);
    change({ from: number }, replace);
  };
  const show = (next: LineFilter) => change({ shown: next }, replace);
  useKeys(THIS_PAGE, [
    { keys: 'D', does: 'Differences', run: () => show(shown === 'all' ? 'differences' : 'all') },
    { keys: '↑↓←→', does: 'move' },
    { keys: 'Enter', does: 'open the bucket' },
    { keys: 'Space', does: 'tick the difference' },
  ]);
  const exportCsv = async () => {
    const { writeCsv } = await import('#domain/csv/write.ts');
    const { fields, cells } = tableOf(lines, view);
    download(`${cob}-across-partners.csv`, writeCsv(fields, cells), 'text/csv');
  };
  const tabs = [
    {
      value: 'ordering',
      label: 'Dial Ordering',
      count: view.parity.rows.length,
      icon: <IconOrdering size={16} aria-hidden />,
    },
    { value: 'values', label: 'Dial Values', icon: <IconValues size={16} aria-hidden /> },
  ] as const;
  const label = tab === 'values' ? 'Dial Values' : 'Dial Ordering';
  return (
    <AppPage
      title={classLabel(cob)}
      subtitle={PATH}
      parent={PARENT}
      fact={headText(view)}
      actions={[
        {
          label: 'Export as CSV',
          variant: 'subtle',
          disabled: lines.length === 0,
          onClick: () => void exportCsv(),
        },
      ]}
      tabs={
        <FilterTabs
          label="Parts of the buckets"
          tabs={tabs}
          value={tab}
          onChange={(next) => change({ tab: next }, replace)}
          panelId={PANEL}
        />
      }
      tools={
        <>
          <ClassSelect
            w={214}
            allowDeselect={false}
            comboboxProps={{ width: 320, position: 'bottom-end' }}
            value={cob}
            onChange={(next) => next !== null && void navigate(classAddress(next))}
          />
          <SegmentedControl
            aria-label="Which dials"
            data={[
              { value: 'all', label: 'All dials' },
              { value: 'differences', label: 'Differences' },
            ]}
            value={shown}
            onChange={(next) => show(next === 'differences' ? next : 'all')}
          />
        </>
      }
      aside={
        source && (
          <CopyPanel view={view} from={source} copying={copying} onClose={() => change({ from: undefined }, replace)} />
        )
      }
    >
      <div id={PANEL} role="tabpanel" aria-label={label} className="ls-stack ls-tall">
        {lines.length === 0 ? (
          <Nothing cob={cob} buckets={data.buckets.length} compared={view.parity.compared} />
        ) : (
          <>
            <ParityGrid
              view={showsEmpty ? view : folded}
              lines={lines}
              label={`${label}, dials by partners`}
              selected={source?.partner.number}
              ticked={copying.ticked}
              onSelect={select}
              onTick={select}
              onOpenDial={(to) => void navigate(to)}
              onOpen={({ partner }) => void navigate(bucketAddress({ partner: partner.number, cob }))}
            />
            <ParityLegend>
              {hidden > 0 && (
                <button type="button" className="ls-link ls-push" onClick={() => setShowsEmpty(!showsEmpty)}>
                  {`${showsEmpty ? 'Hide' : 'Show'} ${plural(hidden, 'partner')} without dials`}
                </button>
              )}
            </ParityLegend>
          </>
        )}
      </div>
    </AppPage>
  );
}

type NothingProps = Readonly<{ cob: string; buckets: number; compared: number }>;

function Nothing({ cob, buckets, compared }: NothingProps) {
  if (buckets === 0) return <NoBuckets title={`No partner has a bucket for ${classLabel(cob)} yet`} />;
  if (compared === 0)
    return <EmptyState title="No dials yet" text="No bucket of this class holds a dial that is live." />;
  return (
    <EmptyState
      title={agree(compared, 'Only one bucket holds dials.', `All ${compared} buckets are the same.`)}
      text="There is no difference to show."
    />
  );
}

/** The legend of the cells. */
function ParityLegend({ children }: Readonly<{ children?: ReactNode }>) {
  return (
    <div className={`ls-row ls-wrap ls-small ls-ink-3 ${classes.legend}`}>
      <Sign label="position, as in most">
        <span className={`ls-sunken ${classes.tile}`} data-plain>
          7
        </span>
      </Sign>
      <Sign label="differs">
        <b className={`ls-ink ${classes.tile}`}>7</b>
      </Sign>
      <Sign label="other version">
        <span className={classes.version}>v4</span>
      </Sign>
      <Sign label="override">
        <b className={`ls-violet ${classes.tile}`} data-override>
          3%
        </b>
      </Sign>
      <Sign label="moved">
        <span className={`ls-ink ${classes.tile}`}>
          <IconMoved size={11} stroke={2.25} aria-hidden />
        </span>
      </Sign>
      <Sign label="only here">
        <b className={`ls-green ${classes.tile}`}>+</b>
      </Sign>
      <Sign label="missing">
        <span className={`ls-red ${classes.missing}`}>−</span>
      </Sign>
      <Sign label="no bucket">
        <span className={classes.none} />
      </Sign>
      {children}
    </div>
  );
}

const Sign = ({ label, children }: Readonly<{ label: string; children: ReactNode }>) => (
  <span className="ls-inline ls-gap-6">
    <span aria-hidden className="ls-inline">
      {children}
    </span>
    {label}
  </span>
);
