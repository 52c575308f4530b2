import { Button, Popover } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { useApi } from '#web/api/client.tsx';
import { historyQuery } from '#web/admin/query.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from './CellLine.module.css';
import type { BucketAddress } from '#web/bucket/address.ts';

type AppetiteHistoryProps = Readonly<{ address: BucketAddress; name: string }>;

/** Every appetite a bucket had, fetched when it is asked for. */
export function AppetiteHistory({ address, name }: AppetiteHistoryProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          History
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`History of ${name}`}>
        {opened && <Changes address={address} name={name} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Changes({ address, name }: AppetiteHistoryProps) {
  const history = useInfiniteQuery(historyQuery(useApi(), address));
  const [now] = useState(() => new Date());
  const changes = history.data?.pages.flatMap(({ items }) => items);
  return (
    <div tabIndex={-1} data-autofocus>
      <h2 className={`ls-bold ${classes.title}`}>{name}</h2>
      {history.isPending && <Skeleton lines={3} />}
      <FetchError title="Failed to load the history" query={history} />
      {changes?.length === 0 && <p className="ls-small ls-block ls-ink-3">No change is recorded.</p>}
      <ol className={classes.list}>
        {changes?.map(({ at, by, was, became }) => (
          <li key={`${at} ${became}`}>
            <span>
              {formatMoment(new Date(at), now)}
              <span className="ls-small ls-block ls-ink-3">{by?.name ?? 'The system'}</span>
            </span>
            <span className={`ls-fixed ls-num ls-bold ${classes.change}`}>
              {was === null ? 'Added with ' : <del>{printAppetite(was)}</del>}
              {was !== null && ' → '}
              {printAppetite(became)}
            </span>
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
