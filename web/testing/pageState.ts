import { focusManager, onlineManager } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { listKeys } from '#web/kit/keys.ts';
import { listListeners } from './listeners.ts';
import { restoreDate, setScreenDate } from './screenDate.ts';

/**
 * All test files render into one page and share its modules: whatever a test leaves is there for the next one.
 * `resetPage` resets normal side effects: toasts, storage, the title, the window size, mocks. `takeLeftovers` names
 * leftovers of mistakes: a test that never restores its timers, or a component that does not clean up on unmount. It
 * removes them too, so that one test fails and not those after it.
 */

/** The window size at the start of every test. */
const { innerWidth: WIDTH, innerHeight: HEIGHT } = window;

/** Elements that libraries keep at the end of the body and reuse. */
const PERSISTENT_ELEMENTS = '[data-mantine-shared-portal-node], [aria-label="autosize measurement"]';

/** Attributes that Mantine keeps on the page, and the runner's marker. */
const PERSISTENT_ATTRIBUTES = new Set(['data-mantine-color-scheme', 'data-respect-reduced-motion', 'data-testid']);

/**
 * React listens once for the whole page. The event stream stays open for five seconds after its last subscriber, and
 * retries meanwhile.
 */
const PERSISTENT_LISTENERS = new Set(['document selectionchange', 'document visibilitychange', 'window online']);

type PageState = Readonly<{
  address: string;
  globals: ReadonlySet<string>;
  elements: ReadonlySet<Element>;
  attributes: ReadonlyMap<string, string>;
  listeners: ReadonlySet<object>;
}>;

const ROOTS = { html: document.documentElement, body: document.body } as const;

const readAttributes = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(ROOTS).flatMap(([name, root]) =>
      [...root.attributes]
        .filter(({ name: key, value }) => !PERSISTENT_ATTRIBUTES.has(key) && value !== '')
        .map((attribute) => [`${name} ${attribute.name}`, attribute.value]),
    ),
  );

const readState = (): PageState => ({
  address: window.location.href,
  globals: new Set(Object.keys(window)),
  elements: new Set(document.body.children),
  attributes: readAttributes(),
  listeners: new Set(listListeners()),
});

let before = readState();

/** The page before the first test. */
export async function resetPage(): Promise<void> {
  await unmountAll();
  setScreenDate();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  toast.removeAll();
  localStorage.clear();
  sessionStorage.clear();
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  document.title = '';
  window.getSelection()?.removeAllRanges();
  window.scrollTo(0, 0);
  if (window.innerWidth !== WIDTH || window.innerHeight !== HEIGHT) await page.viewport(WIDTH, HEIGHT);
  before = readState();
}

/** What the last test should have cleaned up, each in a few words. Removes it. */
export async function takeLeftovers(): Promise<readonly string[]> {
  const leftovers: string[] = [];
  if (vi.isFakeTimers() || vi.getMockedSystemTime() !== null) leftovers.push('a fake clock');
  vi.useRealTimers();
  restoreDate();
  await unmountAll();
  if (listKeys().length > 0) leftovers.push('keys of a part that is no longer on the screen');
  for (const listener of listListeners()) {
    const name = `${listener.target} ${listener.type}`;
    if (before.listeners.has(listener) || PERSISTENT_LISTENERS.has(name)) continue;
    leftovers.push(`a listener to ${listener.type} on the ${listener.target}`);
    listener.remove();
  }
  for (const element of document.body.children) {
    if (before.elements.has(element) || element.matches(PERSISTENT_ELEMENTS)) continue;
    leftovers.push(`an element: ${element.outerHTML.slice(0, 100)}`);
    element.remove();
  }
  for (const name of Object.keys(window).filter((key) => !before.globals.has(key))) {
    leftovers.push(`window.${name}`);
    Reflect.deleteProperty(window, name);
  }
  return [...leftovers, ...restoreAttributes(), ...restoreAddress()];
}

/** And flushes pending responses. */
async function unmountAll(): Promise<void> {
  await cleanup();
  await new Promise((resolve) => setTimeout(resolve));
}

function restoreAttributes(): readonly string[] {
  const now = readAttributes();
  const changed = [...new Set([...now.keys(), ...before.attributes.keys()])].filter(
    (key) => now.get(key) !== before.attributes.get(key),
  );
  for (const key of changed) {
    const [root, name] = key.split(' ') as [keyof typeof ROOTS, string];
    ROOTS[root].setAttribute(name, before.attributes.get(key) ?? '');
    if (!before.attributes.has(key)) ROOTS[root].removeAttribute(name);
  }
  return changed.map((key) => `an attribute: ${key}="${now.get(key) ?? ''}"`);
}

function restoreAddress(): readonly string[] {
  const { href } = window.location;
  if (href === before.address) return [];
  window.history.replaceState(null, '', before.address);
  return [`the address ${href}`];
}
