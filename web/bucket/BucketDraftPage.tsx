import { BucketScreen } from './BucketScreen.tsx';

export function BucketDraftPage() {
  return (
    <BucketScreen
      title="Bucket draft"
      empty="This bucket has no draft"
      text="A draft starts with the first change that is saved to a bucket."
    />
  );
}
