/**
 * The one measurement of a round that every place shows, with its day: the newest. It is measured on the day that the draft
 * goes live, or else on the day of the submission. `measured` are those of the round, oldest first.
 */
export const measurementOf = <M>(measured: readonly M[]): M | undefined => measured.at(-1);
