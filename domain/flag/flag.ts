/** All feature flags. */
export const FLAGS = {
  'usage-analytics': {
    description: 'Send click, page view and search events to the collector.',
    fallback: true,
  },
  'keyboard-navigation': {
    description: 'Single keys: g followed by a letter moves between areas, n creates a dial, ? shows the keys.',
    fallback: true,
  },
} as const;

export type FlagKey = keyof typeof FLAGS;
export const FLAG_KEYS = Object.keys(FLAGS) as readonly FlagKey[];
