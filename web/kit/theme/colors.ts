import type { MantineColorsTuple } from '@mantine/core';

/** The accent, petrol. */
export const lutine: MantineColorsTuple = [
  '#EAF6F7',
  '#D2EBEE',
  '#A5D6DD',
  '#74C0CA',
  '#48AAB7',
  '#2794A3',
  '#167F8E',
  '#0E6978',
  '#0A5462',
  '#063F4A',
];

/** The neutral of the light scheme, tinted like the surfaces. */
export const slate: MantineColorsTuple = [
  '#F4F7F7',
  '#EEF2F2',
  '#E2E8E9',
  '#D6DFE0',
  '#CDD7D9',
  '#87979B',
  '#5E7075',
  '#415358',
  '#24363A',
  '#0F1E21',
];

/** The kit takes the dark scheme's text (0), borders (4), controls (6) and body (7) from this scale. */
export const dark: MantineColorsTuple = [
  '#E8F0F1',
  '#B1C0C4',
  '#8EA2A7',
  '#63777D',
  '#35484E',
  '#1B292D',
  '#131E21',
  '#0D1518',
  '#0A1113',
  '#070C0E',
];
