import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import type { Measured, Measurement } from '#contract/impact.ts';
import type { Counted } from '#domain/impact/distribution.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { hasPremium } from '#domain/impact/words.ts';
import type { MeasuredDay } from '#domain/portfolio/portfolio.ts';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { useCompare } from '#web/bucket/compare/CompareProvider.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { type Asked, measurementQuery } from './impact.query.ts';

type Choice = Readonly<{ against: Asked['against']; day: MeasuredDay; counted: Counted }>;

type ImpactPanel = Choice &
  Readonly<{
    isOpen: boolean;
    toggle: () => void;
    close: () => void;
    choose: (choice: Partial<Choice>) => void;
    /** What is measured, as it is asked of the server. */
    asked: Asked;
    /** The last result. Nothing before the first. */
    measurement: Measurement | undefined;
    failure: Failure;
    /** The figure whose risks are listed. */
    figure: Figure | undefined;
    show: (figure: Figure | undefined) => void;
  }>;

/** Asking again, where the last question was not answered. */
type Failure = Readonly<{ error: Error | null; isFetching: boolean; refetch: () => unknown }>;

/** Of each dial the risks it decides, and where they are listed: for the rows, which are drawn again for nothing else. */
type Decided = Readonly<{ measured: Measured; show: (figure: Figure) => void }>;

const ImpactContext = createContext<ImpactPanel | undefined>(undefined);
const DecidedContext = createContext<Decided | undefined>(undefined);

const FIRST: Choice = { against: 'live', day: 'today', counted: 'risks' };

/** What the list under a person's hands does to the risks of the portfolio, while the panel is open. */
export function ImpactProvider({ children }: Readonly<{ children: ReactNode }>) {
  const { bucket, entries } = useEditor();
  const compare = useCompare();
  const [wanted, setWanted] = useState(false);
  const [choice, setChoice] = useState(FIRST);
  const [figure, show] = useState<Figure>();
  // There is one place for both panels: whichever was opened last has it.
  if (wanted && compare.open) setWanted(false);
  const isOpen = wanted && !compare.open;
  if (!isOpen && figure !== undefined) show(undefined);

  const { close: closeCompare } = compare;
  const toggle = useCallback(() => {
    closeCompare();
    setWanted(!isOpen);
  }, [closeCompare, isOpen]);
  const close = useCallback(() => setWanted(false), []);
  const choose = useCallback((part: Partial<Choice>) => setChoice((former) => ({ ...former, ...part })), []);

  const against = bucket.draft === null ? 'live' : choice.against;
  const { day } = choice;
  const asked = useMemo((): Asked => ({ entries, against, day }), [entries, against, day]);
  const { data, error, isFetching, refetch } = useQuery({
    ...measurementQuery(useApi(), addressOf(bucket), asked),
    enabled: isOpen,
  });
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
      asked,
      measurement: data,
      failure,
      figure,
      show,
    }),
    [isOpen, toggle, close, choose, against, day, counted, asked, data, failure, figure],
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

/** Nothing while the panel is closed, or there is nothing to measure. */
export const useDecided = (): Decided | undefined => use(DecidedContext);
