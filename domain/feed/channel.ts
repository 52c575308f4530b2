/** `production`: what is live. `candidate`: the same with drafts under review in place of their live version. */
export const CHANNELS = ['production', 'candidate'] as const;
export type Channel = (typeof CHANNELS)[number];
