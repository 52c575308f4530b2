import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { applyMatrix, type Matrix, refreshAdmin } from '#web/admin/query.ts';
import { plural } from '#web/kit/plural.ts';
import { useChange } from '#web/frame/useChange.ts';
import { useFocusAtFirst, useReturnFocus } from '#web/kit/focus.ts';
import { useApi } from '#web/api/client.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { partnerText } from '#web/bucket/address.ts';

type PartnerRowProps = Readonly<{
  partner: Matrix['partners'][number];
  buckets: number;
  editable: boolean;
}>;

export function PartnerRow({ partner, buckets, editable }: PartnerRowProps) {
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

function Rename({ partner, onEnd }: RenameProps) {
  const api = useApi();
  const [name, setName] = useState(partner.name);
  const saving = useChange({
    send: () =>
      api.renamePartner(
        { params: { partner: partner.number }, body: { name: name.trim() } },
        { ifMatch: partner.revision },
      ),
    done: 'Partner successfully renamed',
    failed: 'Failed to rename partner',
    apply: applyMatrix,
    onDone: onEnd,
    onFailed: refreshAdmin,
  });
  const [tried, setTried] = useState(false);
  const field = useFocusAtFirst<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    if (name.trim() === partner.name) return onEnd();
    void saving.run();
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
