import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Tab must reach the document, where the dialog keeps the focus inside. */
const stopKey = (event: KeyboardEvent) => {
  if (event.key !== 'Tab') event.stopPropagation();
};

/** What happens in a dialog is no business of the row that opened it, though React tells it. */
export function Isolated({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div
      style={{ display: 'contents' }}
      role="presentation"
      onKeyDown={stopKey}
      onClick={stop}
      onDoubleClick={stop}
      onMouseDown={stop}
      onPointerDown={stop}
    >
      {children}
    </div>
  );
}
