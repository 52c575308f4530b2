import { useParams } from 'react-router';
import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

type BucketScreenProps = Readonly<{ title: string; empty: string; text: string }>;

/** The frame the bucket screens share: where one stands, and the way back to the partner. */
export function BucketScreen({ title, empty, text }: BucketScreenProps) {
  const { syndicateNumber = '', cob } = useParams();
  const partner = `/syndicate/${syndicateNumber}/bucket`;
  const path = [
    { label: 'Buckets', to: '/syndicate' },
    { label: syndicateNumber, to: partner },
  ];
  const parent = cob === undefined ? { to: '/syndicate', name: 'Buckets' } : { to: partner, name: 'Classes' };
  return (
    <AppPage title={title} subtitle={cob === undefined ? path.slice(0, 1) : path} parent={parent}>
      <EmptyState title={empty} text={text} />
    </AppPage>
  );
}
