import { useEffect } from 'react';
import type { Settings } from '#contract/settings.ts';
import { usePageName } from '#web/base/page/BackHistoryProvider.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { useFlag } from './FlagsProvider.tsx';
import { startUsage, stopUsage, track } from './usage.ts';

/** Page views, and clicks on elements with a `data-track` name. Both are fixed texts of ours. */
export function useUsage(settings: Settings['analytics']): void {
  const { person, token } = useSession();
  const isEnabled = useFlag('usage-analytics');
  const page = usePageName();

  useEffect(() => {
    if (!isEnabled) return;
    startUsage(settings, { person, token }).catch((error: unknown) =>
      console.warn('Usage events are not sent.', error),
    );
    return stopUsage;
  }, [isEnabled, settings, person, token]);

  useEffect(() => {
    if (isEnabled) track({ kind: 'page view', page });
  }, [isEnabled, page]);

  useEffect(() => {
    if (!isEnabled) return;
    const onClick = ({ target }: MouseEvent) => {
      const control =
        target instanceof Element ? target.closest<HTMLElement>('[data-track]')?.dataset['track'] : undefined;
      if (control) track({ kind: 'click', page, control });
    };
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [isEnabled, page]);
}
