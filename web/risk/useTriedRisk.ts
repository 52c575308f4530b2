import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { RiskValue } from '#domain/dimension/dimension.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import { type Parameter, RISK_PARAMETERS, riskFromSearch, riskToSearch } from '#domain/evaluation/address.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { useAddressState } from '#web/base/page/useAddressState.ts';
import { utcToday } from '#web/kit/format.ts';
import { emptyRisk } from './tried.ts';

/** The parameter that opens Try a risk; its value names the list. */
const OPENS = 'try';

/** Stores the last risk per page: closing it to change a dial does not lose the risk. */
const lastTried = (pathname: string) => ['tried', pathname] as const;

type State = Readonly<{
  /** The key of the list; empty for the page's own. */
  side: string;
  risk: Risk;
  /** The unreadable parts of the URL, in sentences. */
  dropped: readonly string[];
  /** The page's own URL parameters. */
  others: readonly Parameter[];
}>;

const read = (params: URLSearchParams): State => {
  const { risk, dropped } = riskFromSearch(params, utcToday());
  return {
    side: params.get(OPENS) ?? '',
    risk,
    dropped: dropped.map(({ message }) => message),
    others: listOthers(params),
  };
};

const write = ({ side, risk, others }: State): URLSearchParams =>
  toParams([...others, [OPENS, side], ...riskToSearch(risk)]);

const listOthers = (params: URLSearchParams): Parameter[] =>
  [...params].filter(([name]) => name !== OPENS && !RISK_PARAMETERS.includes(name));

const toParams = (parameters: readonly Parameter[]): URLSearchParams =>
  new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, value]));

/** The state of a link to a risk that demonstrates something, even if nothing is known of it. */
export const DEMONSTRATION = { isDemonstration: true } as const;

/** A page's URL with Try a risk opened on this risk. */
export function tryAddress(page: string, risk: Risk, side = ''): string {
  const own = new URLSearchParams(page.split('?')[1]);
  return `${page.split('?')[0]}?${toParams([...own, [OPENS, side], ...riskToSearch(risk)]).toString()}`;
}

/** Opens and closes Try a risk on the current page. */
export function useTryAddress() {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const open = useCallback(() => {
    const risk = queries.getQueryData<Risk>(lastTried(pathname)) ?? emptyRisk(utcToday());
    void navigate({ search: write({ side: '', risk, dropped: [], others: listOthers(params) }).toString() });
  }, [queries, pathname, params, navigate]);
  const close = useCallback(() => {
    void navigate({ search: toParams(listOthers(params)).toString() }, { replace: true });
  }, [params, navigate]);
  return { isOpen: params.has(OPENS), open, close };
}

/**
 * A debounce longer than the gap between keys, as every page below follows the URL, but too short to copy it in
 * between.
 */
const WRITTEN_AFTER_MS = 300;

/**
 * The risk on the screen. It renders at once and, when typing pauses, replaces the one in the URL: a copied link shows
 * the same.
 */
export function useTriedRisk() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<State>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Incremented whenever a whole risk replaces another: fields drop their invalid text. */
  const [renewed, setRenewed] = useState(0);
  const { state, change: changeAddress } = useAddressState({
    read,
    write,
    onOtherState: (other) => {
      if (write(other).toString() === write(current.current).toString()) return;
      clearTimeout(timer.current);
      current.current = other;
      setShown(other);
      setRenewed((count) => count + 1);
    },
  });
  const current = useRef(state);
  const { risk, dropped, side } = shown ?? state;
  const queries = useQueryClient();
  useEffect(() => queries.setQueryDefaults(lastTried(pathname), { gcTime: Infinity }), [queries, pathname]);
  useEffect(() => void queries.setQueryData(lastTried(pathname), risk), [queries, pathname, risk]);

  const change = useCallback(
    (part: Partial<Pick<State, 'risk' | 'side'>>) => {
      current.current = { ...current.current, ...part, dropped: [] };
      setShown(current.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const { risk: next, side: list } = current.current;
        changeAddress({ risk: next, side: list }, () => false);
      }, WRITTEN_AFTER_MS);
    },
    [changeAddress],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  const changePart = useCallback(
    (part: Partial<Risk>) => change({ risk: { ...current.current.risk, ...part } }),
    [change],
  );
  const changeDimension = useCallback(
    (key: DimensionKey, value: RiskValue | undefined) => {
      const { [key]: _old, ...rest } = current.current.risk.dimensions;
      changePart({ dimensions: value === undefined ? rest : { ...rest, [key]: value } });
    },
    [changePart],
  );
  const changeRisk = useCallback(
    (next: Risk) => {
      change({ risk: next });
      setRenewed((count) => count + 1);
    },
    [change],
  );
  const choose = useCallback((next: string) => change({ side: next }), [change]);
  return { risk, dropped, side, renewed, changePart, changeDimension, changeRisk, choose };
}
