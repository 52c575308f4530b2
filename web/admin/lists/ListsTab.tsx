import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { optionsQuery } from '#web/admin/query.ts';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { LIST_LABELS, LISTS } from '#web/admin/listLabels.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { AddOption } from './AddOption.tsx';
import { Options } from './Options.tsx';
import classes from './Lists.module.css';

export function ListsTab() {
  const [params] = useSearchParams();
  const list = LISTS.find((name) => name === params.get('list')) ?? 'brokers';
  const options = useQuery(optionsQuery(useApi(), list));
  const [adding, setAdding] = useState(false);
  useTabHeader(
    useMemo(
      () => ({
        actions: [
          {
            label: 'Add option',
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
    <div className={classes.columns}>
      <nav aria-label="Reference lists" className={`ls-stack ls-gap-2 ${classes.lists}`}>
        {LISTS.map((name) => (
          <PageLink
            key={name}
            to={`/admin?tab=lists&list=${name}`}
            className={`ls-medium ls-ink-2 ${classes.list}`}
            {...(name === list && { 'aria-current': 'true' as const })}
          >
            {LIST_LABELS[name]}
          </PageLink>
        ))}
      </nav>
      <section className={`ls-stack ${classes.options}`} aria-label={LIST_LABELS[list]}>
        {options.isPending && <Skeleton lines={9} />}
        {options.data === undefined && <FetchError title="Failed to load the list" query={options} />}
        {options.data !== undefined && <Options key={list} list={list} options={options.data.options} />}
      </section>
      {adding && <AddOption list={list} onClose={() => setAdding(false)} />}
    </div>
  );
}
