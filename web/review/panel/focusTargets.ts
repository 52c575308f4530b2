import { createContext, type RefCallback, use, useCallback } from 'react';

/** What gets the focus after a vote or a comment. */
export type FocusTarget = 'vote' | 'outcome' | `comment ${string}`;

/** The elements of the panel that are drawn, by what they are. */
export type FocusTargets = Map<FocusTarget, HTMLElement>;

export const FocusTargetsContext = createContext<FocusTargets>(new Map());

/** For an element of the panel: makes it one of the targets. */
export function useFocusTarget(target: FocusTarget | undefined): RefCallback<HTMLElement> {
  const targets = use(FocusTargetsContext);
  return useCallback(
    (element) => {
      if (element === null || target === undefined) return undefined;
      targets.set(target, element);
      return () => void targets.delete(target);
    },
    [target, targets],
  );
}
