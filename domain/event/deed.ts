/** Who did what, and what came of it; when it was comes as a moment, for the screen to write. */
export type Deed = Readonly<{ by: string; did: string; outcome?: string | undefined }>;

/** "Demo Cyber Lead approved the draft at 11:02; it is now live." Without the time where nobody can say it. */
export const describeDeed = ({ by, did, outcome }: Deed, when?: string): string =>
  `${by} ${did}${when === undefined ? '' : ` ${when}`}${outcome === undefined ? '' : `; ${outcome}`}.`;
