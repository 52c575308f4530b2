import { Button } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useApiQuery } from '#web/base/api/query.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { NoBuckets } from '#web/bucket/NoBuckets.tsx';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { BucketRows, useBucketRows } from './BucketRows.tsx';
import { ClassSelect, PartnerSelect } from './Selectors.tsx';
import { SelectPage } from './SelectPage.tsx';
import { useSelectState } from '#web/bucket/selectState.ts';
import { bucketAddress, partnerText, BUCKETS_ADDRESS, partnerAddress } from '#web/bucket/address.ts';

const PATH = [{ label: 'Buckets', to: BUCKETS_ADDRESS }];
const PARENT = { to: BUCKETS_ADDRESS, name: 'Buckets' };

/** The buckets of one partner, class by class. */
export function ClassesPage() {
  const { syndicateNumber = '' } = useParams();
  const number = Number(syndicateNumber);
  const select = useSelectState();
  const { state, change } = select;
  const navigate = useNavigate();
  const query = useApiQuery('getBucketMatrix', {});
  const partners = query.data?.partners ?? [];
  const partner = partners.find((each) => each.number === number);
  const rows = useBucketRows(state, { partner: number }, partner !== undefined);
  useBucketWatch();
  useSubject(partner && partnerText(partner));

  if (query.data && partner === undefined) return <NoPartner number={syndicateNumber} />;
  const there = new Set(query.data?.cells.filter((cell) => cell.partner === number).map(({ cob }) => cob));
  const list = (
    <BucketRows
      query={rows}
      state={state}
      by="class"
      partners={partners}
      onWiden={() => change({ tab: 'all', q: '' })}
      empty={<NoBuckets title="This partner has no buckets yet" />}
    />
  );
  return (
    <SelectPage
      header={{
        title: partner === undefined ? syndicateNumber : partnerText(partner),
        subtitle: PATH,
        parent: PARENT,
      }}
      select={select}
      counts={rows.data?.pages[0]?.counts}
      placeholder="Search class"
      about={{ partner: number }}
      selectors={
        <>
          <PartnerSelect
            partners={partners}
            value={number}
            onChange={(chosen) => void navigate(chosen === undefined ? BUCKETS_ADDRESS : partnerAddress(chosen))}
          />
          <ClassSelect
            value={undefined}
            there={there}
            onChange={(cob) => cob !== undefined && void navigate(bucketAddress({ partner: number, cob }))}
          />
        </>
      }
    >
      <Loaded query={query} title="Error fetching Partners" skeleton={list}>
        {() => list}
      </Loaded>
    </SelectPage>
  );
}

function NoPartner({ number }: Readonly<{ number: string }>) {
  return (
    <AppPage title="Partner" subtitle={PATH} parent={PARENT}>
      <EmptyState
        title={`There is no partner ${number}`}
        text="The number may be mistyped, or the address incomplete."
        action={
          <Button component={PageLink} to={BUCKETS_ADDRESS} variant="default">
            View buckets
          </Button>
        }
      />
    </AppPage>
  );
}
