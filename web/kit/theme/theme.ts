import { createTheme } from '@mantine/core';
import { dark, lutine, slate } from './colors.ts';
import { components } from './components.ts';

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
