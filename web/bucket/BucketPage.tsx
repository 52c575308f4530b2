import { BucketScreen } from './BucketScreen.tsx';

export function BucketPage() {
  return (
    <BucketScreen
      title="Bucket"
      empty="This bucket does not exist"
      text="An administrator adds a class of business for a partner; its bucket then stands here."
    />
  );
}
