import { LinkButton } from '#web/base/page/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useMay } from '#web/base/session/session.tsx';

/** Buckets are added in Admin: a link for those who may, and who does it for the others. */
export function NoBuckets({ title }: Readonly<{ title: string }>) {
  const mayAdd = useMay()({ scope: 'admin', action: 'create' });
  return (
    <EmptyState
      title={title}
      text={
        mayAdd
          ? 'A class of business and a partner make a bucket: the ordered list of dials for that business.'
          : 'An administrator adds them with Add buckets for COB.'
      }
      {...(mayAdd && { action: <LinkButton to="/admin" label="Add buckets for COB" /> })}
    />
  );
}
