import { formatMoment } from './format.ts';

/** 10:42 today, with the day before that. */
export const clockOrDay = (moment: string): string => formatMoment(new Date(moment), new Date()).replace(/^Today /, '');
