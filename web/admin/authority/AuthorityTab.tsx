import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useMemo, useState } from 'react';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import { useApiQuery } from '#web/api/query.ts';
import { useBucketWatch } from '#web/bucket/show/useBucketWatch.ts';
import { Loaded } from '#web/frame/Loaded.tsx';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { AvatarNames } from '#web/kit/Avatar.tsx';
import { useMay } from '#web/session/session.tsx';
import { ClassRecords } from './ClassRecords.tsx';
import { Deputies } from './Deputies.tsx';
import { type OpenForm, RulesCard } from './RulesCard.tsx';
import { WaitingNow } from './WaitingNow.tsx';
import classes from './Authority.module.css';

/** Who must sign what: the rules, deputies, the reviews that they concern, and who owns each class. */
export function AuthorityTab() {
  const query = useApiQuery('getAuthority', {});
  const seesBuckets = useMay()({ scope: 'bucket', action: 'view' });
  const [form, setForm] = useState<OpenForm>();
  const close = useCallback(() => setForm(undefined), []);
  const header = useMemo(() => {
    const icon = <IconPlus size={15} aria-hidden />;
    const onClick = () => setForm('new');
    return {
      actions: [{ label: 'Add a rule', variant: 'default' as const, icon, onClick, needs: MAY_CHANGE_AUTHORITY }],
    };
  }, []);
  useTabHeader(header);
  const { data: authority } = query;
  if (authority === undefined)
    return <Loaded query={query} title="Failed to load the rules of authority" skeleton={10} />;
  return (
    <AvatarNames value={authority.people.map(({ name }) => name)}>
      {seesBuckets && <Watch />}
      <div className={`ls-fixed ${classes.columns}`}>
        <RulesCard authority={authority} form={form} onForm={setForm} onClose={close} />
        <div className={classes.side}>
          <Deputies authority={authority} />
          <WaitingNow waiting={authority.waiting} />
        </div>
        {seesBuckets && <ClassRecords people={authority.people} />}
      </div>
    </AvatarNames>
  );
}

/** Proposals and votes of others appear as they happen. */
function Watch() {
  useBucketWatch();
  return null;
}
