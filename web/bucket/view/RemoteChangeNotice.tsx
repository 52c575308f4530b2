import type { RemoteChange } from '#web/bucket/useBucketWatch.ts';
import { describeRemoteChange } from '#web/bucket/words.ts';
import { useSession } from '#web/base/session/session.tsx';
import classes from './BucketView.module.css';

/** "Demo Cyber Lead saved this draft at 11:02." Always mounted, so that screen readers announce it when it appears. */
export function RemoteChangeNotice({ remoteChange }: Readonly<{ remoteChange: RemoteChange | undefined }>) {
  const { person } = useSession();
  return (
    <p role="status" className={`ls-row ls-dot ls-ink-2 ${classes.remoteChange}`}>
      {remoteChange && describeRemoteChange(remoteChange, person.id)}
    </p>
  );
}
