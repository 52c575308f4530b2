import { Menu } from '@mantine/core';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { QUEUE_ORDERS, type QueueOrder } from '#domain/review/queue.ts';

const LABELS = {
  waiting: 'Longest waiting first',
  impact: 'Largest impact first',
  day: 'Goes live soonest',
} as const satisfies Record<QueueOrder, string>;

type QueueOrderMenuProps = Readonly<{ order: QueueOrder; onChange: (order: QueueOrder) => void }>;

export function QueueOrderMenu({ order, onChange }: QueueOrderMenuProps) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className="ls-plain ls-row ls-gap-6 ls-nowrap ls-ink-2">
          {LABELS[order]}
          <IconSelector size={14} stroke={1.75} aria-hidden className="ls-ink-3" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Order">
        <Menu.RadioGroup value={order} onChange={(value) => onChange(value as QueueOrder)}>
          {QUEUE_ORDERS.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {LABELS[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
