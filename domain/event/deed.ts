/** Who did what, and what came of it; when it was comes as a moment, for the screen to write. */
export type ActionText = Readonly<{ by: string; did: string; outcome?: string | undefined }>;

/** "Demo Cyber Lead approved the draft at 11:02; it is now live." Without the time where nobody can say it. */
export const describeActionText = ({ by, did, outcome }: ActionText, when?: string): string =>
  `${by} ${did}${when === undefined ? '' : ` ${when}`}${outcome === undefined ? '' : `; ${outcome}`}.`;
