import { useQueryClient } from '@tanstack/react-query';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { adminKeys } from '#web/admin/query.ts';
import { useChange } from '#web/admin/useChange.ts';
import { useApi } from '#web/api/client.tsx';

/** Shows the list a change was answered with, and lets the forms of dials read theirs again. */
export function useTakeOptions(list: EditableList) {
  const queries = useQueryClient();
  return (given: Answer<ApiContract['listOptions']>) => {
    queries.setQueryData(adminKeys.list(list), given);
    void queries.invalidateQueries({ queryKey: ['reference'] });
  };
}

const CHANGE = { done: 'Option successfully updated', failed: 'Failed to update option' };
const DELETE = { done: 'Option successfully deleted', failed: 'Failed to delete option' };

type Changed = Partial<Pick<AdminOption, 'label' | 'group' | 'retired'>>;

/** Changes of one option. `changed` and `deleted` answer whether it was done. */
export function useOptionChange(list: EditableList, option: AdminOption, refetch: () => void) {
  const api = useApi();
  const take = useTakeOptions(list);
  const [changing, deleting] = [useChange(CHANGE), useChange(DELETE)];
  const { code, label, group, retired, revision } = option;
  const call = { params: { list, code } };
  const based = { ifMatch: revision };
  return {
    busy: changing.busy || deleting.busy,
    changing,
    deleting,
    change: (part: Changed) =>
      changing.run({
        send: () => api.changeOption({ ...call, body: { label, group, retired, ...part } }, based),
        onDone: take,
        onStale: refetch,
      }),
    remove: () => deleting.run({ send: () => api.deleteOption(call, based), onDone: take, onStale: refetch }),
  };
}
