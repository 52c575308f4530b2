import { useQueryClient } from '@tanstack/react-query';
import type { PersonRead } from './person.ts';
import { useApi } from '#web/api/client.tsx';
import { useSession } from '#web/session/session.tsx';
import { userKeys, userQuery } from './query.ts';

/** Takes a changed person as the server answered them; lists and activity are asked for again. */
export function useKeepPerson(): (changed: PersonRead) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  return (changed) => {
    queryClient.setQueryData(userQuery(api, changed.id).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: userKeys.lists() });
    void queryClient.invalidateQueries({ queryKey: [...userKeys.all, 'activity'] });
    if (changed.id !== person.id) return;
    // One's own: whatever is on the screen may now be answered otherwise. The report of the sign-in is no reading.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [room] }) => room !== 'me' && room !== userKeys.all[0],
    });
  };
}
