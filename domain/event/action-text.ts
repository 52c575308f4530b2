/** Who did what, with what outcome. The time is passed separately, for the screen to format. */
export type ActionText = Readonly<{ by: string; did: string; outcome?: string | undefined }>;

/** "Demo Cyber Lead approved the draft at 11:02; it is now live." `when` is left out where unknown. */
export const describeActionText = ({ by, did, outcome }: ActionText, when?: string): string =>
  `${by} ${did}${when === undefined ? '' : ` ${when}`}${outcome === undefined ? '' : `; ${outcome}`}.`;
