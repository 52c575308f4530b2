import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { findClass } from '#domain/cob/class-of-business.ts';
import { type ApiAnswer } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { useMay } from '#web/base/session/session.tsx';

type AddToBucketProps = Readonly<{
  /** The search for Add Dials. */
  name: string;
}>;

/** Links to the edit page of a bucket, where Add Dials shows the dial. For those who may edit buckets. */
export function AddToBucket({ name }: AddToBucketProps) {
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const [choosing, setChoosing] = useState(false);
  if (!mayEdit) return null;
  if (choosing) return <BucketChoice name={name} />;
  return (
    <Button variant="default" size="xs" data-track="Add to a bucket" onClick={() => setChoosing(true)}>
      Add to a bucket
    </Button>
  );
}

function BucketChoice({ name }: AddToBucketProps) {
  const choices = useApiQuery('getBucketMatrix', {}, { select: listChoices });
  const navigate = useNavigate();
  const field = useFocusAtFirst<HTMLInputElement>();
  if (choices.error && choices.data === undefined) return <Loaded query={choices} />;
  const open = (edit: string | null) => {
    if (edit !== null) void navigate(`${edit}?${new URLSearchParams({ add: name }).toString()}`);
  };
  return (
    <Select
      ref={field}
      aria-label="Bucket to add it to"
      placeholder={choices.isPending ? 'Loading...' : 'Choose a bucket'}
      data={choices.data ?? []}
      onChange={open}
      searchable
      limit={100}
      nothingFoundMessage="No matching bucket"
      w={340}
    />
  );
}

/** Returns the buckets that it can be added to: those in review cannot be edited. */
function listChoices({ partners, cells }: ApiAnswer<'getBucketMatrix'>) {
  const names = new Map(partners.map(({ number, name }) => [number, `${number} ${name}`]));
  return cells
    .filter(({ status }) => status !== 'pending_review')
    .map(({ cob, partner }) => ({
      value: `/syndicate/${partner}/bucket/${cob}/edit`,
      label: `${findClass(cob)?.label ?? cob}, ${names.get(partner) ?? partner}`,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
