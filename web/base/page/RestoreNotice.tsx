import { Button } from '@mantine/core';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { Notice } from '#web/kit/Notice.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';

type RestoreNoticeProps = Readonly<{ count: number; at: string; onDiscard: () => void; onRestore: () => void }>;

/** Offers to restore work of an earlier visit. */
export function RestoreNotice({ count, at, onDiscard, onRestore }: RestoreNoticeProps) {
  return (
    <Notice
      icon={<IconClock size={16} aria-hidden />}
      actions={
        <>
          <Button variant="subtle" color="slate" size="xs" onClick={onDiscard}>
            Discard
          </Button>
          <Button variant="default" size="xs" onClick={onRestore}>
            Restore
          </Button>
        </>
      }
    >
      {plural(count, 'unsaved change')} of yours from <Time moment={at} format={formatTimeOrMoment} />{' '}
      {agree(count, 'is', 'are')} kept in this browser.
    </Notice>
  );
}

/** The leave question's text about stored work. */
export function describeLeaving(count: number): string {
  const them = agree(count, 'it', 'them');
  return `${agree(count, 'One change is', `${count} changes are`)} not saved. This browser keeps ${them} and offers ${them} when you come back.`;
}
