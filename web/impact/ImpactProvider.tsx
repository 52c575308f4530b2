import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Measured, Measurement } from '#contract/impact.ts';
import type { Metric } from '#domain/impact/distribution.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { hasPremium } from '#domain/impact/words.ts';
import type { MeasuredDay } from '#domain/portfolio/portfolio.ts';
import { addressOf } from '#web/bucket/address.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { type MeasureRequest, useMeasurement } from './query.ts';

type Choice = Readonly<{ against: MeasureRequest['against']; day: MeasuredDay; counted: Metric }>;

type ImpactPanel = Choice &
  Readonly<{
    isOpen: boolean;
    toggle: () => void;
    close: () => void;
    choose: (choice: Partial<Choice>) => void;
    /** What the server is asked to measure. */
    request: MeasureRequest;
    /** The last result. Undefined before the first. */
    measurement: Measurement | undefined;
    failure: Failure;
    /** The figure whose risks are listed. */
    figure: Figure | undefined;
    show: (figure: Figure | undefined) => void;
  }>;

/** The last error, with a retry. */
type Failure = Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;

/**
 * The risks each dial decides and a way to list them. A context of its own, so that rows re-render for nothing else.
 */
type Decided = Readonly<{ measured: Measured; show: (figure: Figure) => void }>;

const ImpactContext = createContext<ImpactPanel | undefined>(undefined);
const DecidedContext = createContext<Decided | undefined>(undefined);

const FIRST: Choice = { against: 'live', day: 'today', counted: 'risks' };

type ImpactProviderProps = Readonly<{
  /** Another panel in the same place: the last opened wins. */
  other: Readonly<{ open: boolean; close: () => void }>;
  children: ReactNode;
}>;

/** Measures the list being edited against the portfolio while the panel is open. */
export function ImpactProvider({ other, children }: ImpactProviderProps) {
  const { bucket, entries } = useEditor();
  const [isRequested, setIsRequested] = useState(false);
  const [choice, setChoice] = useState(FIRST);
  const [figure, show] = useState<Figure>();
  if (isRequested && other.open) setIsRequested(false);
  const isOpen = isRequested && !other.open;
  if (!isOpen && figure !== undefined) show(undefined);

  const { close: closeOther } = other;
  const toggle = useCallback(() => {
    closeOther();
    setIsRequested(!isOpen);
  }, [closeOther, isOpen]);
  const close = useCallback(() => setIsRequested(false), []);
  const choose = useCallback((part: Partial<Choice>) => setChoice((former) => ({ ...former, ...part })), []);

  const against = bucket.draft === null ? 'live' : choice.against;
  const { day } = choice;
  const request = useMemo((): MeasureRequest => ({ entries, against, day }), [entries, against, day]);
  const { data, error, isFetching, refetch } = useMeasurement(addressOf(bucket), request, isOpen);
  const measured = isOpen && data?.state === 'measured' ? data : undefined;
  const counted = measured !== undefined && hasPremium(measured.impact) ? choice.counted : 'risks';
  const failure = useMemo((): Failure => ({ error, isFetching, refetch }), [error, isFetching, refetch]);
  const value = useMemo(
    (): ImpactPanel => ({
      isOpen,
      toggle,
      close,
      choose,
      against,
      day,
      counted,
      request,
      measurement: data,
      failure,
      figure,
      show,
    }),
    [isOpen, toggle, close, choose, against, day, counted, request, data, failure, figure],
  );
  const decided = useMemo(() => measured && { measured, show }, [measured]);
  return (
    <ImpactContext value={value}>
      <DecidedContext value={decided}>{children}</DecidedContext>
    </ImpactContext>
  );
}

export function useImpact(): ImpactPanel {
  const impact = use(ImpactContext);
  if (impact === undefined) throw new Error('useImpact is used outside ImpactProvider');
  return impact;
}

/** Undefined while the panel is closed, or if there is nothing to measure. */
export const useDecided = (): Decided | undefined => use(DecidedContext);
