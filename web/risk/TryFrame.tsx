import IconTry from '@tabler/icons-react/dist/esm/icons/IconLineScan.mjs';
import { Activity, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { AppPageProps } from '#web/base/page/AppPage.tsx';
import { useTryAddress } from './useTriedRisk.ts';

type Action = NonNullable<AppPageProps['actions']>[number];
/** A page has one such button. The component that makes it may stand above the frame, where no context reaches. */
const button: RefObject<HTMLButtonElement | null> = { current: null };

/** The button that opens Try a risk on this page. */
export function useTryAction(): Action {
  const { open } = useTryAddress();
  return {
    label: 'Try a risk',
    variant: 'default',
    icon: <IconTry size={15} aria-hidden />,
    onClick: open,
    ref: button,
  };
}

type TryFrameProps = Readonly<{
  /** Try a risk over the page; its code may load later. */
  tried: (onClose: () => void) => ReactNode;
  children: ReactNode;
}>;

/** A page over which a risk can be tried. It stays mounted, and its button gets the focus back afterwards. */
export function TryFrame({ tried, children }: TryFrameProps) {
  const { isOpen, close } = useTryAddress();
  const wasOpen = useRef(isOpen);
  // Opened by a link: the page below renders when this closes.
  const [wasSeen, setWasSeen] = useState(!isOpen);
  if (!isOpen && !wasSeen) setWasSeen(true);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <>
      {isOpen && <Suspense>{tried(close)}</Suspense>}
      {wasSeen && <Activity mode={isOpen ? 'hidden' : 'visible'}>{children}</Activity>}
    </>
  );
}
