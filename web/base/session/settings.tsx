import { createContext, use } from 'react';
import type { Settings } from '#contract/settings.ts';

export const SettingsContext = createContext<Settings | undefined>(undefined);

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings is used outside SettingsContext');
  return settings;
}
