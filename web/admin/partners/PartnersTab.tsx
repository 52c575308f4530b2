import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { appetitesQuery, type Matrix } from '#web/admin/query.ts';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useMay } from '#web/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Table } from '#web/kit/Table.tsx';
import { AddPartner } from './AddPartner.tsx';
import { PartnerRow } from './PartnerRow.tsx';

export function PartnersTab() {
  const matrix = useQuery(appetitesQuery(useApi()));
  const [adding, setAdding] = useState(false);
  useTabHeader(
    useMemo(
      () => ({
        actions: [
          {
            label: 'Add partner',
            variant: 'filled' as const,
            icon: <IconPlus size={15} aria-hidden />,
            onClick: () => setAdding(true),
            needs: { scope: 'admin', action: 'create' } as const,
          },
        ],
      }),
      [],
    ),
  );
  return (
    <>
      {matrix.isPending && <Skeleton lines={9} />}
      {matrix.data === undefined && <FetchError title="Error fetching Partners" query={matrix} />}
      {matrix.data !== undefined && <Partners matrix={matrix.data} />}
      {adding && <AddPartner onClose={() => setAdding(false)} />}
    </>
  );
}

function Partners({ matrix }: Readonly<{ matrix: Matrix }>) {
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  if (matrix.partners.length === 0)
    return <EmptyState title="No partner yet" text="A partner is a syndicate that follows: a number and a name." />;
  const counts = new Map<number, number>();
  for (const { partner } of matrix.cells) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return (
    <div className="ls-card ls-scroll">
      <Table
        look="sticky"
        columns={[
          { label: 'Number', width: 110 },
          'Name',
          { label: 'Buckets', className: 'ls-right', width: 120 },
          ...(mayEdit ? [{ label: 'Actions', hidden: true, width: 200 }] : []),
        ]}
      >
        <tbody>
          {matrix.partners.map((partner) => (
            <PartnerRow
              key={partner.number}
              partner={partner}
              buckets={counts.get(partner.number) ?? 0}
              editable={mayEdit}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
