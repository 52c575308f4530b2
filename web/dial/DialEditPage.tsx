import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { DialEditor, DIALS } from '#web/dial/edit/DialEditor.tsx';
import { openedQuery, type FormSource } from '#web/dial/edit/draft.ts';
import classes from '#web/dial/edit/DialEditor.module.css';

export { DimensionsStep } from '#web/dial/edit/DimensionsStep.tsx';
export { InformationStep } from '#web/dial/edit/InformationStep.tsx';
export { ValuesStep } from '#web/dial/edit/ValuesStep.tsx';

/** One editor for the three steps of a dial. A new dial keeps its editor when its first save gives it a URL. */
export function DialEditPage() {
  const { dialId } = useParams();
  const api = useApi();
  const queries = useQueryClient();
  const [session, setSession] = useState<Session>({ key: 0, id: dialId, created: undefined });
  if (session.id !== dialId) {
    const same = session.id === undefined && session.created === dialId;
    setSession({ key: same ? session.key : session.key + 1, id: dialId, created: undefined });
  }
  const onCreated = (opened: FormSource) => {
    queries.setQueryData(openedQuery(api, opened.dial.id).queryKey, opened);
    setSession((before) => ({ ...before, created: opened.dial.id }));
  };
  return <EditSession key={session.key} dialId={dialId} onCreated={onCreated} />;
}

type Session = Readonly<{ key: number; id: string | undefined; created: string | undefined }>;
type EditSessionProps = Readonly<{ dialId: string | undefined; onCreated: (opened: FormSource) => void }>;

function EditSession({ dialId, onCreated }: EditSessionProps) {
  const api = useApi();
  const queries = useQueryClient();
  const found = useCustomQuery({ ...openedQuery(api, dialId ?? ''), enabled: dialId !== undefined });
  // The next visit starts from the saved state of then, not of now.
  useEffect(() => {
    if (dialId === undefined) return;
    return () => queries.removeQueries({ queryKey: openedQuery(api, dialId).queryKey });
  }, [api, queries, dialId]);

  const { data } = found;
  if (dialId !== undefined && data === undefined)
    return (
      <Loaded
        query={found}
        page={{ title: 'Dial', ...HEAD }}
        skeleton={<EditorSkeleton />}
        missing={{
          title: 'This dial does not exist',
          text: 'It may have been deleted, or the address is incomplete.',
          action: <LinkButton to="/dials" label="All dials" />,
        }}
      />
    );
  if (data?.dial.abilities.edit === false) return <NotEditable dial={data.dial} />;
  return <DialEditor opened={data} onCreated={onCreated} />;
}

const HEAD = { subtitle: [{ label: 'Dials', to: '/dials' }], parent: DIALS };

/** Steps, content, panel. */
function EditorSkeleton() {
  return (
    <div className={classes.columns}>
      <Skeleton lines={3} />
      <Card waiting={8} />
      <div className={classes.panel}>
        <Card waiting={4} />
      </div>
    </div>
  );
}

function NotEditable({ dial }: { dial: Dial }) {
  return (
    <AppPage title={dial.data.name} {...HEAD}>
      <EmptyState
        title="You can read this dial, but not change it"
        text={
          dial.state === 'draft'
            ? `This draft belongs to ${dial.created_by.name}. Changing someone else’s draft needs edit on dials.`
            : 'Starting a new version of a published dial needs edit on dials.'
        }
        action={<LinkButton to={`/dials/${dial.id}`} label="View Dial" />}
      />
    </AppPage>
  );
}
