import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { components } from '#web/kit/theme/components.ts';

const shades = (tenShades: string) => tenShades.split(' ') as unknown as MantineColorsTuple;

/** The accent, petrol. */
const lutine = shades('#EAF6F7 #D2EBEE #A5D6DD #74C0CA #48AAB7 #2794A3 #167F8E #0E6978 #0A5462 #063F4A');
/** The neutral of the light scheme, tinted like the surfaces. */
const slate = shades('#F4F7F7 #EEF2F2 #E2E8E9 #D6DFE0 #CDD7D9 #87979B #5E7075 #415358 #24363A #0F1E21');
/** The kit takes the dark scheme's text (0), borders (4), controls (6) and body (7) from this scale. */
const dark = shades('#E8F0F1 #B1C0C4 #8EA2A7 #63777D #35484E #1B292D #131E21 #0D1518 #0A1113 #070C0E');

export const theme = createTheme({
  colors: { lutine, slate, gray: slate, dark },
  primaryColor: 'lutine',
  primaryShade: { light: 7, dark: 6 },
  white: '#FFFFFF',
  black: '#0F1E21',
  fontFamily: 'var(--ls-font)',
  fontFamilyMonospace: 'var(--ls-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '17px' },
  lineHeights: { xs: '16px', sm: '19px', md: '19px', lg: '25px', xl: '25px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: 'var(--ls-font)',
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '21px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px', fontWeight: '600' },
      h3: { fontSize: '13px', lineHeight: '19px', fontWeight: '600' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '11px' },
  defaultRadius: 'md',
  shadows: { xs: 'var(--ls-shadow-card)', sm: 'var(--ls-shadow-card)', md: 'var(--ls-shadow-menu)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
});
