import { Loader, type MantineThemeComponents } from '@mantine/core';
import { DialLoader } from '#web/kit/DialLoader.tsx';

type VariantProps = Readonly<{ variant?: string; color?: string; size?: string | number }>;

/** Subtle buttons have the text colour; the kit would tint them with the accent. */
function quiet(prefix: 'button' | 'ai', props: VariantProps): Record<string, string> {
  if (props.variant !== 'subtle' || (props.color !== undefined && props.color !== 'slate')) return {};
  return {
    [`--${prefix}-bg`]: 'transparent',
    [`--${prefix}-color`]: 'var(--ls-ink-2)',
    [`--${prefix}-hover`]: 'var(--ls-grey-soft)',
    [`--${prefix}-hover-color`]: 'var(--ls-ink)',
  };
}

/** Maximum size of a tooltip and its distance to the window's edge, in px; the widths live in mantine.css. */
export const tooltipViewportPadding = 8;

const fieldVars = () => ({ wrapper: { '--input-height': '34px', '--input-fz': '13px' } });

/** Plain records, so that the theme pulls no unused component into the first screen. */
export const components: MantineThemeComponents = {
  Button: {
    vars: (_theme: unknown, props: VariantProps) => {
      const [height, padding, font] =
        props.size === 'xs' ? [28, 11, 12] : props.size === 'lg' ? [46, 18, 15] : [34, 15, 13];
      return {
        root: {
          '--button-height': `${height}px`,
          '--button-padding-x': `${padding}px`,
          '--button-fz': `${font}px`,
          ...quiet('button', props),
        },
      };
    },
    defaultProps: { loaderProps: { type: 'dial', size: 18, color: 'currentColor' } },
  },
  ActionIcon: {
    vars: (_theme: unknown, props: VariantProps) => ({ root: quiet('ai', props) }),
  },
  Input: { vars: fieldVars },
  // Enter takes the first option that matches what is typed.
  // The list scrolls by itself (mantine.css).
  Select: { defaultProps: { selectFirstOptionOnChange: true, withScrollArea: false, clearSectionMode: 'clear' } },
  MultiSelect: {
    defaultProps: { selectFirstOptionOnChange: true, withScrollArea: false, searchable: true, hidePickedOptions: true },
  },
  TagsInput: { defaultProps: { withScrollArea: false } },
  InputWrapper: {
    vars: () => ({
      label: { '--input-label-size': '13px' },
      error: { '--input-error-size': '12px' },
      description: { '--input-description-size': '12px' },
    }),
  },
  Loader: {
    defaultProps: { loaders: { ...Loader.defaultLoaders, dial: DialLoader }, type: 'dial' },
  },
  Tooltip: {
    defaultProps: {
      multiline: true,
      interactive: true,
      openDelay: 250,
      events: { hover: true, focus: true, touch: false },
      middlewares: { shift: { padding: tooltipViewportPadding }, flip: { padding: tooltipViewportPadding } },
      transitionProps: { duration: 100, transition: 'fade' },
      radius: 'sm',
    },
  },
  Popover: { defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 100, transition: 'fade' } } },
  Menu: {
    defaultProps: {
      position: 'bottom-end',
      offset: 6,
      // Its focus placeholder is not a valid child of a menu; without it the first item takes the focus.
      withInitialFocusPlaceholder: false,
      shadow: 'md',
      radius: 'md',
      transitionProps: { duration: 100, transition: 'fade' },
    },
  },
  Modal: {
    defaultProps: {
      centered: true,
      radius: 'lg',
      padding: 22,
      shadow: 'md',
      // The window never scrolls, so there is nothing to lock.
      lockScroll: false,
      transitionProps: { duration: 120, transition: 'fade' },
      closeButtonProps: { 'aria-label': 'Close' },
      attributes: { header: { role: 'presentation' } },
    },
  },
  Drawer: {
    defaultProps: {
      lockScroll: false,
      transitionProps: { duration: 120 },
      closeButtonProps: { 'aria-label': 'Close' },
      attributes: { header: { role: 'presentation' } },
    },
  },
  SegmentedControl: {
    defaultProps: { size: 'sm' },
    vars: () => ({ root: { '--sc-padding': '3px 12px', '--sc-font-size': '13px' } }),
  },
};
