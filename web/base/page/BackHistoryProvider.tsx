import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { NavigationType, useLocation, useMatches, useNavigate, useNavigationType } from 'react-router';
import { SessionContext } from '#web/base/session/session.tsx';
import { pageHandle } from './page.ts';
import { type BackHistory, keepRecent, moveOn, type Visit } from './recent.ts';

type BackHistoryValue = Readonly<{
  previous: Visit | undefined;
  goBack: () => void;
  /** The page's name and its subject. */
  rename: (name: string, subject: string) => void;
}>;

const BackHistoryContext = createContext<BackHistoryValue | undefined>(undefined);

export function BackHistoryProvider({ children }: { children: ReactNode }) {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const pageName = usePageName();
  const [history, setHistory] = useState<BackHistory>([]);
  const current = useRef<Visit>(undefined);

  useEffect(() => {
    const to = { path: location.pathname, address: location.pathname + location.search, name: pageName };
    const from = current.current;
    current.current = to;
    if (from) setHistory((before) => moveOn(before, from, to, type === NavigationType.Replace));
  }, [location, type, pageName]);

  /** A page about one object has that object's name ("Back to Cyber excess"). */
  const personId = use(SessionContext)?.person.id;
  const rename = useCallback(
    (name: string, subject: string) => {
      const shown = current.current;
      if (shown === undefined || shown.name === name) return;
      current.current = { ...shown, name };
      if (personId !== undefined) keepRecent(personId, { path: shown.path, name: subject });
    },
    [personId],
  );
  const previous = history.at(-1);
  const goBack = useCallback(() => void (previous && navigate(previous.address)), [previous, navigate]);
  const value = useMemo(() => ({ previous, goBack, rename }), [previous, goBack, rename]);
  return <BackHistoryContext value={value}>{children}</BackHistoryContext>;
}

export function useBackHistory(): BackHistoryValue {
  const value = use(BackHistoryContext);
  if (!value) throw new Error('useBackHistory is used outside BackHistoryProvider');
  return value;
}

export function usePageName(): string {
  const names = useMatches().flatMap(({ handle }) => pageHandle(handle)?.pageName ?? []);
  return names.at(-1) ?? 'Home';
}

/** The tab title names the page. */
export function useDocumentTitle(): void {
  const name = usePageName();
  useEffect(() => {
    document.title = `${name} · Lineslip`;
  }, [name]);
}

const AREAS: Readonly<Record<string, string>> = { dial: 'Dials', dials: 'Dials', syndicate: 'Buckets', users: 'Users' };

/** Sets the name that back buttons and the tab title use: "Cyber excess, Dials", or with a verb "Edit Cyber excess". */
export function useSubject(subject: string | undefined, doing?: string): void {
  const name = subject === undefined || doing === undefined ? subject : `${doing} ${subject}`;
  const { rename } = useBackHistory();
  const area = AREAS[useLocation().pathname.split('/')[1] ?? ''];
  // On every navigation, as another URL of the same page resets the name.
  useEffect(() => {
    if (name === undefined || subject === undefined) return;
    // The shell sets the page's own name in the same tick, after this effect; ours has to win.
    let current = true;
    queueMicrotask(() => {
      if (!current) return;
      rename(name, subject);
      document.title = `${[name, area].filter(Boolean).join(', ')} · Lineslip`;
    });
    return () => {
      current = false;
    };
  });
}
