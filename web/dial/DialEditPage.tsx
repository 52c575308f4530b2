import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { useApi } from '#web/api/client.tsx';
import { DialEditor } from './edit/DialEditor.tsx';
import { draftQuery, type Opened } from './edit/draft.query.ts';
import { NotEditable, Opening, OpenFailed } from './edit/OpeningStates.tsx';

export { DimensionsStep } from './edit/DimensionsStep.tsx';
export { InformationStep } from './edit/InformationStep.tsx';
export { ValuesStep } from './edit/ValuesStep.tsx';

/** One editor for the three steps of one dial. A new dial keeps its editor when its first save gives it an address. */
export function DialEditPage() {
  const { dialId } = useParams();
  const api = useApi();
  const queries = useQueryClient();
  const [session, setSession] = useState<Session>({ key: 0, id: dialId, created: undefined });
  if (session.id !== dialId) {
    const same = session.id === undefined && session.created === dialId;
    setSession({ key: same ? session.key : session.key + 1, id: dialId, created: undefined });
  }
  const onCreated = (opened: Opened) => {
    queries.setQueryData(draftQuery(api, opened.dial.id).queryKey, opened);
    setSession((before) => ({ ...before, created: opened.dial.id }));
  };
  return <EditSession key={session.key} dialId={dialId} onCreated={onCreated} />;
}

type Session = Readonly<{ key: number; id: string | undefined; created: string | undefined }>;
type EditSessionProps = Readonly<{ dialId: string | undefined; onCreated: (opened: Opened) => void }>;

function EditSession({ dialId, onCreated }: EditSessionProps) {
  const api = useApi();
  const queries = useQueryClient();
  const draft = useQuery({ ...draftQuery(api, dialId ?? ''), enabled: dialId !== undefined });
  // The next visit starts from what is saved then, not from what was opened now.
  useEffect(() => {
    if (dialId === undefined) return;
    return () => queries.removeQueries({ queryKey: draftQuery(api, dialId).queryKey });
  }, [api, queries, dialId]);

  if (dialId !== undefined) {
    if (draft.isPending) return <Opening />;
    if (draft.isError)
      return <OpenFailed error={draft.error} onRetry={() => void draft.refetch()} retrying={draft.isFetching} />;
    const { dial } = draft.data;
    if (dial.state !== 'draft' || !dial.abilities.edit) return <NotEditable dial={dial} />;
  }
  return <DialEditor opened={draft.data} onCreated={onCreated} />;
}
