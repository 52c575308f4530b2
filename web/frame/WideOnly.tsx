import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { PHONE } from '#web/kit/usePhone.ts';
import { later } from './later.tsx';

const TooNarrow = later(async () => (await import('./TooNarrow.tsx')).TooNarrow);

/** Pages for editing do not fit on a phone. Decided once: a window made narrower keeps its page and what was typed. */
export function WideOnly() {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  return isPhone ? <Suspense>{<TooNarrow />}</Suspense> : <Outlet />;
}
