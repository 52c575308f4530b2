import { formatMoment } from '#web/kit/format.ts';

/** "11:20" of today, "14 Nov 2026 11:20" of any other day. */
export const timeText = (moment: string, now: Date): string =>
  formatMoment(new Date(moment), now).replace(/^Today /, '');
