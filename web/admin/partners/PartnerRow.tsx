import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Matrix, useTakeMatrix } from '#web/admin/query.ts';
import { counted } from '#web/admin/count.ts';
import tables from '#web/admin/table.module.css';
import { useChange } from '#web/admin/useChange.ts';
import { useFocusAtFirst, useReturnFocus } from '#web/kit/focus.ts';
import { useApi } from '#web/api/client.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { partnerText } from '#web/bucket/address.ts';

type PartnerRowProps = Readonly<{
  partner: Matrix['partners'][number];
  buckets: number;
  editable: boolean;
  refetch: () => void;
}>;

const WORDS = { done: 'Partner successfully renamed', failed: 'Failed to rename partner' };

export function PartnerRow({ partner, buckets, editable, refetch }: PartnerRowProps) {
  const [renaming, setRenaming] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(renaming);
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  return (
    <tr>
      <td>{partner.number}</td>
      {renaming ? (
        <td colSpan={3}>
          <Rename partner={partner} refetch={refetch} onEnd={() => setRenaming(false)} />
        </td>
      ) : (
        <>
          <td className={tables.name}>{partner.name}</td>
          <td className={tables.number}>
            {mayOpen && buckets > 0 ? (
              <PageLink
                to={`/syndicate/${partner.number}/bucket`}
                className={`ls-accent ${tables.link}`}
                aria-label={`${counted(buckets, 'bucket')} of ${partnerText(partner)}`}
              >
                {buckets}
              </PageLink>
            ) : (
              buckets
            )}
          </td>
          {editable && (
            <td className={tables.actions}>
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

type RenameProps = Readonly<{ partner: PartnerRowProps['partner']; refetch: () => void; onEnd: () => void }>;

function Rename({ partner, refetch, onEnd }: RenameProps) {
  const api = useApi();
  const take = useTakeMatrix();
  const saving = useChange(WORDS);
  const [name, setName] = useState(partner.name);
  const [tried, setTried] = useState(false);
  const field = useFocusAtFirst<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    if (name.trim() === partner.name) return onEnd();
    void saving.run({
      send: () =>
        api.renamePartner(
          { params: { partner: partner.number }, body: { name: name.trim() } },
          { ifMatch: partner.revision },
        ),
      onDone: (given) => {
        take(given);
        onEnd();
      },
      onStale: refetch,
    });
  };
  const refused = saving.failure && (saving.failure.field('name') ?? saving.failure.detail);
  return (
    <form className="ls-row ls-top ls-wrap" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onEnd()}>
      <TextInput
        ref={field}
        aria-label={`Name of ${partner.number}`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && name.trim() === '' ? 'Required' : refused}
        w={300}
      />
      <Button type="submit" variant="default" loading={saving.busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}
