/** 2026-11-14 11:20:05 UTC: evidence is read anywhere, and to the second. */
export const utcText = (moment: string): string =>
  `${new Date(moment).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
