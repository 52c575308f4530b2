import { BucketScreen } from './BucketScreen.tsx';

export function ClassesPage() {
  return (
    <BucketScreen
      title="Classes"
      empty="This partner has no bucket yet"
      text="A bucket appears here for each class of business the partner takes part in."
    />
  );
}
