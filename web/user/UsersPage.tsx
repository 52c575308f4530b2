import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { keepPreviousData } from '@tanstack/react-query';
import { useId } from 'react';
import { useApiPages } from '#web/base/api/query.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { laterDialog } from '#web/base/page/later.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { SavedFilters } from '#web/base/page/SavedFilters.tsx';
import { isSettled } from '#web/base/page/useSearchState.ts';
import { useSearchUsage } from '#web/base/telemetry/useSearchUsage.ts';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { AddPersonDialog } from '#web/user/add/AddPersonDialog.tsx';
import { DirectoryLine } from './DirectoryLine.tsx';
import { UserList } from '#web/user/list/UserList.tsx';
import { useUsersState } from './query.ts';

const AccessReviewDialog = laterDialog(
  async () => (await import('#web/user/access/AccessReviewDialog.tsx')).AccessReviewDialog,
);

export function UsersPage() {
  const { state, text, search, change } = useUsersState();
  const query = useApiPages(
    'listUsers',
    { query: { state: state.tab, ...(state.q !== '' && { q: state.q }) } },
    { placeholderData: keepPreviousData },
  );
  const { counts, directory } = query.data?.pages[0] ?? {};
  useSearchUsage('Users', state.q, query.isPlaceholderData ? undefined : counts?.[state.tab]);
  const review = useDialog((close) => <AccessReviewDialog onClose={close} />);
  const add = useDialog((close) => directory && <AddPersonDialog directory={directory} onClose={close} />);
  const panelId = useId();
  return (
    <AppPage
      title="Users"
      subtitle="Everyone in the directory"
      actions={[
        {
          label: 'Access review',
          variant: 'default',
          onClick: review,
          needs: { scope: 'user', action: 'edit' },
        },
        {
          label: 'Add person',
          variant: 'filled',
          icon: <IconPlus size={15} aria-hidden />,
          onClick: add,
          needs: { scope: 'user', action: 'edit' },
          hidden: directory?.kind !== 'embedded',
        },
      ]}
      tabs={
        <FilterTabs
          label="People by state"
          panelId={panelId}
          tabs={[
            { value: 'present', label: 'People', count: counts?.present ?? null },
            { value: 'deactivated', label: 'Deactivated', count: counts?.deactivated ?? null },
          ]}
          value={state.tab}
          onChange={(tab) => change({ tab })}
        />
      }
      tools={
        <>
          <SavedFilters list="users" />
          <SearchField
            label="Search people"
            placeholder="Search by name or e-mail"
            value={text}
            onChange={search}
            hits={{ panelId, isSettled: isSettled(query, state.q, text) }}
          />
        </>
      }
    >
      {directory !== undefined && <DirectoryLine directory={directory} />}
      <UserList id={panelId} query={query} state={state} onChange={change} />
    </AppPage>
  );
}
