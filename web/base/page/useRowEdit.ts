import { useRef, useState } from 'react';

/** Which rows of a list are edited in their place. The focus returns to the button of a row when its form closes. */
export function useRowEdit() {
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const left = useRef<string>(undefined);
  return {
    isEdited: (key: string) => edited.has(key),
    edit: (key: string) => setEdited((before) => new Set([...before, key])),
    end: (key: string) => {
      left.current = key;
      setEdited((before) => new Set([...before].filter((one) => one !== key)));
    },
    /** The `ref` of the button that a form replaces. */
    buttonRef: (key: string) => (button: HTMLElement | null) => {
      if (button === null || left.current !== key) return;
      left.current = undefined;
      button.focus();
    },
  };
}

export type RowEdit = ReturnType<typeof useRowEdit>;
