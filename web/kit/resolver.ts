import type { CSSVariablesResolver } from '@mantine/core';

/** Our token behind each colour name of the kit. */
const meanings: Readonly<Record<string, string>> = {
  red: 'red',
  green: 'green',
  teal: 'green',
  yellow: 'amber',
  orange: 'amber',
  blue: 'blue',
  violet: 'violet',
  gray: 'grey',
  slate: 'grey',
};

function meaningVariables(): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [color, meaning] of Object.entries(meanings)) {
    variables[`--mantine-color-${color}-text`] = `var(--ls-${meaning}-text)`;
    variables[`--mantine-color-${color}-light`] = `var(--ls-${meaning}-soft)`;
    variables[`--mantine-color-${color}-light-hover`] = `var(--ls-${meaning}-line)`;
    variables[`--mantine-color-${color}-light-color`] = `var(--ls-${meaning}-text)`;
    variables[`--mantine-color-${color}-outline`] = `var(--ls-${meaning}-text)`;
  }
  return variables;
}

/** The kit's semantic variables, all mapped to our tokens; the tokens know the scheme. */
const shared: Record<string, string> = {
  '--mantine-color-body': 'var(--ls-bg)',
  '--mantine-color-text': 'var(--ls-ink)',
  '--mantine-color-bright': 'var(--ls-ink)',
  '--mantine-color-dimmed': 'var(--ls-ink-3)',
  '--mantine-color-placeholder': 'var(--ls-ink-3)',
  '--mantine-color-error': 'var(--ls-red-text)',
  '--mantine-color-success': 'var(--ls-green-text)',
  '--mantine-color-anchor': 'var(--ls-acc)',
  '--mantine-color-default': 'var(--ls-surface)',
  '--mantine-color-default-hover': 'var(--ls-sunken)',
  '--mantine-color-default-color': 'var(--ls-ink)',
  '--mantine-color-default-border': 'var(--ls-line-2)',
  '--mantine-color-disabled': 'var(--ls-grey-soft)',
  '--mantine-color-disabled-color': 'var(--ls-ink-4)',
  '--mantine-color-disabled-border': 'var(--ls-line)',
  '--mantine-color-lutine-text': 'var(--ls-acc)',
  '--mantine-color-lutine-filled': 'var(--ls-acc-fill)',
  '--mantine-color-lutine-filled-hover': 'var(--ls-acc-fill-hover)',
  '--mantine-color-lutine-light': 'var(--ls-acc-soft)',
  '--mantine-color-lutine-light-hover': 'var(--ls-acc-line)',
  '--mantine-color-lutine-light-color': 'var(--ls-acc-ink)',
  '--mantine-color-lutine-outline': 'var(--ls-acc)',
  '--mantine-color-red-filled': 'var(--ls-red-fill)',
  '--mantine-color-red-filled-hover': 'var(--ls-red-fill-hover)',
  ...meaningVariables(),
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
});
