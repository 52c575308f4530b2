import { type Matrix, applyMatrix, refreshAdmin } from '#web/admin/query.ts';
import { useAddAction } from '#web/admin/useAddAction.tsx';
import { useApi } from '#web/base/api/client.tsx';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { type RowEdit, useRowEdit } from '#web/base/page/useRowEdit.ts';
import { useMay } from '#web/base/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Button, TextInput } from '@mantine/core';
import { plural } from '#web/kit/plural.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { partnerText } from '#web/bucket/address.ts';
import { RenameForm } from '#web/admin/RenameForm.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { Dialog } from '#web/kit/Dialog.tsx';

export function PartnersTab() {
  const may = useMay();
  const query = useApiQuery('getAppetites', {});
  const add = useDialog((close) => <AddPartner onClose={close} />);
  useAddAction('Add partner', add);
  const rowEdit = useRowEdit();
  return (
    <DataTable
      label="Partners"
      rows={{ ...query, data: query.data && countBuckets(query.data) }}
      columns={listColumns(may({ scope: 'admin', action: 'edit' }), rowEdit)}
      row={ROW}
      frame="pane"
      failed="Error fetching Partners"
      empty={
        <EmptyState
          title="No partners yet"
          text="A partner is a syndicate that follows: a number and a name."
          {...(may({ scope: 'admin', action: 'create' }) && {
            action: (
              <Button variant="default" onClick={() => add()}>
                Add partner
              </Button>
            ),
          })}
        />
      }
    />
  );
}

function countBuckets({ partners, cells }: Matrix): readonly Partner[] {
  const counts = new Map<number, number>();
  for (const { partner } of cells) counts.set(partner, (counts.get(partner) ?? 0) + 1);
  return partners.map((partner) => ({ ...partner, buckets: counts.get(partner.number) ?? 0 }));
}

type Partner = Matrix['partners'][number] & Readonly<{ buckets: number }>;
const keyOf = ({ number }: Readonly<{ number: number }>): string => String(number);
const ROW: RowFacts<Partner> = { key: keyOf };

const listColumns = (mayEdit: boolean, rowEdit: RowEdit): Columns<Partner> => [
  { head: 'Number', width: 110, cell: ({ number }) => number },
  {
    head: 'Name',
    className: 'ls-medium ls-break',
    span: (partner) => (rowEdit.isEdited(keyOf(partner)) ? Infinity : 1),
    cell: (partner) =>
      rowEdit.isEdited(keyOf(partner)) ? (
        <Rename partner={partner} onEnd={() => rowEdit.end(keyOf(partner))} />
      ) : (
        partner.name
      ),
  },
  { head: 'Buckets', width: 120, align: 'end', cell: (partner) => <Buckets partner={partner} /> },
  ...(mayEdit
    ? [
        {
          head: 'Actions',
          isHeadHidden: true,
          width: 200,
          className: 'ls-right ls-nowrap',
          cell: (partner: Partner) => (
            <Button
              ref={rowEdit.buttonRef(keyOf(partner))}
              size="xs"
              variant="default"
              aria-label={`Rename ${partnerText(partner)}`}
              onClick={() => rowEdit.edit(keyOf(partner))}
            >
              Rename
            </Button>
          ),
        },
      ]
    : []),
];

function Buckets({ partner }: Readonly<{ partner: Partner }>) {
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  const { buckets, number } = partner;
  if (!mayOpen || buckets === 0) return buckets;
  return (
    <PageLink
      to={`/syndicate/${number}/bucket`}
      className="ls-link ls-normal"
      aria-label={`${plural(buckets, 'bucket')} of ${partnerText(partner)}`}
    >
      {buckets}
    </PageLink>
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

const MAX_NUMBER = 99_999;

type PartnerForm = Readonly<{ number: string; name: string }>;

function AddPartner({ onClose }: Readonly<{ onClose: () => void }>) {
  const api = useApi();
  const change = useChange({
    send: ({ number, name }: PartnerForm) => api.addPartner({ body: { number: Number(number), name: name.trim() } }),
    done: 'Partner successfully added',
    failed: 'Failed to add partner',
    apply: applyMatrix,
    onDone: onClose,
  });
  const { text, submit } = useForm<PartnerForm>({
    initial: { number: '', name: '' },
    check: (form) => ({ number: checkNumber(form.number.trim()), ...requireFields(form, 'number', 'name') }),
    change,
    send: change.run,
  });
  return (
    <Dialog
      title="Add partner"
      onClose={onClose}
      submit="Add partner"
      change={change}
      fields={['number', 'name']}
      onSubmit={submit}
    >
      <TextInput
        label="Number"
        description="It cannot be changed later."
        required
        autoComplete="off"
        data-autofocus
        {...text('number')}
      />
      <TextInput label="Name" required autoComplete="off" {...text('name')} />
    </Dialog>
  );
}

function checkNumber(text: string): string | undefined {
  const fits = /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_NUMBER;
  return fits ? undefined : 'Please write a whole number from 1 to 99999';
}
