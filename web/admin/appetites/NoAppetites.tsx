import { Button } from '@mantine/core';
import { addressOf } from '#web/admin/adminTabs.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';

/** On the first day there is not even a partner: the way goes by there. */
export function NoAppetites({ partners }: Readonly<{ partners: number }>) {
  if (partners > 0)
    return (
      <EmptyState
        title="No class of business yet"
        text="A class appears here with the first partner that is given an appetite for it."
      />
    );
  return (
    <EmptyState
      title="No partner yet"
      text="Add the partners first; then each class gets an appetite per partner."
      action={
        <Button component={PageLink} to={addressOf('partners')} variant="default">
          Go to Partners
        </Button>
      }
    />
  );
}
