import type { BucketNews } from '#web/bucket/show/useBucketWatch.ts';
import { newsText } from '#web/bucket/show/words.ts';
import { useSession } from '#web/session/session.tsx';
import classes from './BucketView.module.css';

/** "Demo Cyber Lead saved this draft at 11:02." It is there from the start, so that it is read out when it comes. */
export function News({ news }: Readonly<{ news: BucketNews | undefined }>) {
  const { person } = useSession();
  return (
    <p role="status" className={`ls-row ls-dot ls-ink-2 ${classes.news}`}>
      {news && newsText(news, person.id)}
    </p>
  );
}
