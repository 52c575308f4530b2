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

export const FLAG_STATES = ['on', 'off', 'by-email'] as const;
/** `by-email`: on for these people, off for everyone else. */
export type FlagSetting = Readonly<{ state: (typeof FLAG_STATES)[number]; emails: readonly string[] }>;

/** E-mails are case-insensitive, and unique. */
export const normaliseFlag = ({ state, emails }: FlagSetting): FlagSetting => ({
  state,
  emails: state === 'by-email' ? [...new Set(emails.map((email) => email.toLowerCase()))] : [],
});

export const isOnFor = ({ state, emails }: FlagSetting, email: string): boolean =>
  state === 'by-email' ? emails.includes(email.toLowerCase()) : state === 'on';

export function describeFlag({ state, emails }: FlagSetting): readonly string[] {
  if (state !== 'by-email') return [`${state === 'on' ? 'On' : 'Off'} for everyone.`];
  return [`On for ${emails.join(', ')}.`, 'Off for everyone else.'];
}
