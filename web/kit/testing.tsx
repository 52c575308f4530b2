import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { render } from 'vitest-browser-react';
import './styles.ts';
import { cssVariablesResolver } from '#web/kit/theme/resolver.ts';
import { theme } from '#web/kit/theme/theme.ts';

/** Renders with the house's theme and a router. Transitions and portals are off unless asked for. */
export function renderUi(ui: ReactNode, options: Readonly<{ path?: string; real?: boolean }> = {}) {
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env={options.real ? 'default' : 'test'}>
      <MemoryRouter initialEntries={[options.path ?? '/']}>{ui}</MemoryRouter>
    </MantineProvider>,
  );
}
