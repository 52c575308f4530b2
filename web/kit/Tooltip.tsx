import { Tooltip as KitTooltip, type TooltipProps as KitTooltipProps } from '@mantine/core';

type TooltipProps = Readonly<
  Pick<KitTooltipProps, 'label' | 'children'> & {
    position?: NonNullable<KitTooltipProps['position']>;
    disabled?: boolean;
  }
>;

/** At most 320 x 300 px, 8 px from the window's edge, on hover and on keyboard focus (see theme/components.ts). */
export function Tooltip({ position = 'bottom', disabled = false, label, children }: TooltipProps) {
  return (
    <KitTooltip label={label} position={position} disabled={disabled}>
      {children}
    </KitTooltip>
  );
}
