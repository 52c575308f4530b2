import { useState } from 'react';
import { type Matrix, applyMatrix, refreshAdmin } from '#web/admin/query.ts';
import { useAddAction } from '#web/admin/useAddAction.tsx';
import { useApi } from '#web/api/client.tsx';
import { Loaded } from '#web/frame/Loaded.tsx';
import { useMay } from '#web/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Table } from '#web/kit/Table.tsx';
import { Button } from '@mantine/core';
import { plural } from '#web/kit/plural.ts';
import { useDialog } from '#web/frame/dialogs.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { useReturnFocus } from '#web/kit/focus.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { partnerText } from '#web/bucket/address.ts';
import { RenameForm } from '#web/admin/RenameForm.tsx';
import { AddDialog, type AddField } from '#web/admin/AddDialog.tsx';
import { useApiQuery } from '#web/api/query.ts';

export function PartnersTab() {
  const query = useApiQuery('getAppetites', {});
  const add = useDialog((close) => <AddPartner onClose={close} />);
  useAddAction('Add partner', add);
  return (
    <>
      <Loaded query={query} title="Error fetching Partners" skeleton={9}>
        {(matrix) => <Partners matrix={matrix} onAdd={add} />}
      </Loaded>
    </>
  );
}

function Partners({ matrix, onAdd }: Readonly<{ matrix: Matrix; onAdd: () => void }>) {
  const may = useMay();
  const mayEdit = may({ scope: 'admin', action: 'edit' });
  if (matrix.partners.length === 0)
    return (
      <EmptyState
        title="No partners yet"
        text="A partner is a syndicate that follows: a number and a name."
        {...(may({ scope: 'admin', action: 'create' }) && {
          action: (
            <Button variant="default" onClick={onAdd}>
              Add partner
            </Button>
          ),
        })}
      />
    );
  const counts = new Map<number, number>();
  for (const { partner } of matrix.cells) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return (
    <div className="ls-card ls-scroll">
      <Table
        className="ls-table-sticky"
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

type PartnerRowProps = Readonly<{
  partner: Matrix['partners'][number];
  buckets: number;
  editable: boolean;
}>;

function PartnerRow({ partner, buckets, editable }: PartnerRowProps) {
  const [renaming, setRenaming] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(renaming);
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  return (
    <tr>
      <td>{partner.number}</td>
      {renaming ? (
        <td colSpan={3}>
          <Rename partner={partner} onEnd={() => setRenaming(false)} />
        </td>
      ) : (
        <>
          <td className="ls-medium ls-break">{partner.name}</td>
          <td className="ls-right">
            {mayOpen && buckets > 0 ? (
              <PageLink
                to={`/syndicate/${partner.number}/bucket`}
                className="ls-link ls-normal"
                aria-label={`${plural(buckets, 'bucket')} of ${partnerText(partner)}`}
              >
                {buckets}
              </PageLink>
            ) : (
              buckets
            )}
          </td>
          {editable && (
            <td className="ls-right ls-nowrap">
              <Button
                ref={opener}
                size="xs"
                variant="default"
                aria-label={`Rename ${partnerText(partner)}`}
                onClick={() => setRenaming(true)}
              >
                Rename
              </Button>
            </td>
          )}
        </>
      )}
    </tr>
  );
}

type RenameProps = Readonly<{ partner: Matrix['partners'][number]; onEnd: () => void }>;

function Rename({ partner: { number, name, revision }, onEnd }: RenameProps) {
  const api = useApi();
  return (
    <RenameForm
      label={`Name of ${number}`}
      name={name}
      change={{
        send: (newName) =>
          api.renamePartner({ params: { partner: number }, body: { name: newName } }, { ifMatch: revision }),
        done: 'Partner successfully renamed',
        failed: 'Failed to rename partner',
        apply: applyMatrix,
        onFailed: refreshAdmin,
      }}
      onEnd={onEnd}
    />
  );
}

const FIELDS: readonly AddField[] = [
  { path: 'number', label: 'Number', required: true, description: 'It cannot be changed later.' },
  { path: 'name', label: 'Name', required: true },
];
const MAX_NUMBER = 99_999;

function AddPartner({ onClose }: Readonly<{ onClose: () => void }>) {
  const api = useApi();
  const change = useChange({
    send: (body: Readonly<{ number: number; name: string }>) => api.addPartner({ body }),
    done: 'Partner successfully added',
    failed: 'Failed to add partner',
    apply: applyMatrix,
    onDone: onClose,
  });
  return (
    <AddDialog
      title="Add partner"
      fields={FIELDS}
      confirmLabel="Add partner"
      check={check}
      change={change}
      onAdd={({ number = '', name = '' }) => void change.run({ number: Number(number), name: name.trim() })}
      onClose={onClose}
    />
  );
}

function check(path: string, text: string): string | undefined {
  if (path !== 'number') return undefined;
  const fits = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_NUMBER;
  return fits ? undefined : 'Please write a whole number from 1 to 99999';
}
