import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { RiskValue } from '#domain/dimension/dimension.ts';
import type { DimensionKey } from '#domain/dimension/registry.ts';
import { type Parameter, RISK_PARAMETERS, riskFromSearch, riskToSearch } from '#domain/evaluation/address.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { useAddressState } from '#web/frame/useAddressState.ts';
import { utcToday } from '#web/kit/format.ts';
import { emptyRisk } from './tried.ts';

/** The parameter that opens Try a risk; its value names the list that is tried. */
const OPENS = 'try';

/** Where what was tried last on a page is kept: whoever closes it to change a dial finds the same risk again. */
const lastTried = (pathname: string) => ['tried', pathname] as const;

type State = Readonly<{
  /** The key of the list; empty for the page's own. */
  side: string;
  risk: Risk;
  /** What of the address could not be read, in sentences. */
  dropped: readonly string[];
  /** What the page itself has in its address. */
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

/** The address of a page, with Try a risk opened on it and this risk in it. */
export function tryAddress(page: string, risk: Risk, side = ''): string {
  const own = new URLSearchParams(page.split('?')[1]);
  return `${page.split('?')[0]}?${toParams([...own, [OPENS, side], ...riskToSearch(risk)]).toString()}`;
}

/** Opens and closes Try a risk on the page that is shown. */
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

/** Longer than from one key to the next, for every page below follows the address; too short to copy it in between. */
const WRITTEN_AFTER_MS = 300;

/**
 * The risk on the screen. It is drawn at once and, when typing rests, written into the address, in the place of what was
 * there: a link that is copied shows the same.
 */
export function useTriedRisk() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<State>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Raised by one whenever a whole risk takes the place of another: fields forget what was typed and is no value. */
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
