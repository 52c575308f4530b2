import { Checkbox } from '@mantine/core';
import { agree } from '#web/kit/plural.ts';

type RestartTickProps = Readonly<{
  /** How many of the submitted buckets are stopped, and of how many. */
  stopped: number;
  all: number;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
}>;

/** Whether a submission also ends the stops of its buckets; nothing if none is stopped. */
export function RestartTick({ stopped, all, checked, onChange }: RestartTickProps) {
  if (stopped === 0) return null;
  const which = agree(all, '', `${stopped} of ${all} ${agree(stopped, 'is', 'are')} stopped. `);
  const they = agree(stopped, 'It answers', 'They answer');
  return (
    <Checkbox
      label={agree(all, 'Restart the bucket', 'Restart these buckets')}
      description={
        which +
        (checked
          ? `${they} risks again once this is live.`
          : `Left out, ${agree(stopped, 'the bucket stays', 'they stay')} stopped once this is live.`)
      }
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
