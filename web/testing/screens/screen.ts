import { type Locator, page } from 'vitest/browser';

/** Opens a screen and resolves when it is ready; `check` checks a state on the way there. */
export type Open = (check: () => Promise<void>) => Promise<Locator>;
export type Screens = Readonly<Record<string, Open>>;

export const ALL = ['dials', 'bucket', 'review', 'user', 'admin'].flatMap((scope) =>
  ['view', 'edit', 'create', 'delete'].map((action) => `${scope}:${action}`),
);
export const button = (name: string | RegExp) => page.getByRole('button', { name });
