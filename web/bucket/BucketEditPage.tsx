import { BucketScreen } from './BucketScreen.tsx';

export function BucketEditPage() {
  return (
    <BucketScreen
      title="Edit Bucket"
      empty="This bucket does not exist"
      text="An administrator adds a class of business for a partner; its bucket can then be edited."
    />
  );
}
