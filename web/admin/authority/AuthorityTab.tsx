import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { type Authority, authorityQuery } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { AvatarNames } from '#web/kit/Avatar.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { useMay } from '#web/session/session.tsx';
import { ClassRecords } from './ClassRecords.tsx';
import { Deputies } from './Deputies.tsx';
import { type OpenForm, RulesCard } from './RulesCard.tsx';
import { WaitingNow } from './WaitingNow.tsx';
import classes from './Authority.module.css';

/** Who must sign what: the rules, deputies, the reviews that they concern, and who owns each class. */
export function AuthorityTab() {
  const query = useQuery(authorityQuery(useApi()));
  const [form, setForm] = useState<OpenForm>();
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    const onClick = () => setForm('new');
    return {
      actions: [{ label: 'Add a rule', variant: 'default' as const, icon, onClick, needs: MAY_CHANGE_AUTHORITY }],
    };
  }, []);
  useTabHeader(header);
  if (query.isPending) return <Skeleton lines={10} />;
  if (query.data === undefined) return <FetchError title="Failed to load the rules of authority" query={query} />;
  return <Loaded authority={query.data} form={form} onForm={setForm} />;
}

/** Proposals and votes of others appear as they happen. */
function Watch() {
  useBucketWatch();
  return null;
}

type LoadedProps = Readonly<{ authority: Authority; form: OpenForm; onForm: (form: OpenForm) => void }>;

function Loaded({ authority, form, onForm }: LoadedProps) {
  const may = useMay();
  const close = useCallback(() => onForm(undefined), [onForm]);
  return (
    <AvatarNames value={authority.people.map(({ name }) => name)}>
      {may({ scope: 'bucket', action: 'view' }) && <Watch />}
      <div className={`ls-fixed ${classes.columns}`}>
        <RulesCard authority={authority} form={form} onForm={onForm} onClose={close} />
        <div className={classes.side}>
          <Deputies authority={authority} />
          <WaitingNow waiting={authority.waiting} />
        </div>
        {may({ scope: 'bucket', action: 'view' }) && <ClassRecords people={authority.people} />}
      </div>
    </AvatarNames>
  );
}
