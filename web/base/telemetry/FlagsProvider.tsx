import { OpenFeature, OpenFeatureProvider, useBooleanFlagValue } from '@openfeature/react-sdk';
import { useEffect, type ReactNode } from 'react';
import type { Settings } from '#contract/settings.ts';
import { FLAGS, type FlagKey } from '#domain/flag/flag.ts';
import { useSession } from '#web/base/session/session.tsx';
import { createFlagProvider } from './flagProvider.ts';

/** Feature flags for the signed-in person. Until they load, and if they never do, every flag has its fallback. */
export function FlagsProvider({ settings, children }: { settings: Settings['flags']; children: ReactNode }) {
  const { person, token } = useSession();
  const { email, name } = person;
  useEffect(() => {
    OpenFeature.setProviderAndWait(createFlagProvider(settings, token), { targetingKey: email, email, name }).catch(
      (error: unknown) => console.warn('Feature flags could not be identified for this person.', error),
    );
  }, [settings, token, email, name]);
  return (
    <OpenFeatureProvider suspendUntilReady={false} suspendWhileReconciling={false}>
      {children}
    </OpenFeatureProvider>
  );
}

export const useFlag = (key: FlagKey): boolean => useBooleanFlagValue(key, FLAGS[key].fallback);
