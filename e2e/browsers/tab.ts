import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type * as Axe from 'axe-core';
import type { Display } from './display.ts';

/** A browser with one tab, by WebDriver. */
export type Driver = Readonly<{
  load: (url: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Runs an expression in the page, awaits it, and returns it as JSON does. */
  evaluate: (expression: string) => Promise<unknown>;
  /** A PNG in base64. */
  capture: () => Promise<string>;
  close: () => Promise<void>;
}>;

/** An element by its role and accessible name: a whole name, or a pattern. */
export type Query = Readonly<{ role: string; name?: string | RegExp; within?: Query }>;
export type PageElement = Readonly<{ x: number; y: number; width: number; height: number; text: string }>;
type Point = Readonly<{ x: number; y: number }>;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What a person does in a browser, and what they see. */
export class Tab {
  readonly #driver: Driver;
  readonly #display: Display;
  readonly #url: string;

  constructor(driver: Driver, display: Display, url: string) {
    this.#driver = driver;
    this.#display = display;
    this.#url = url;
  }

  load = (path: string): Promise<void> => this.#driver.load(`${this.#url}${path}`);
  resize = (width: number, height: number): Promise<void> => this.#driver.resize(width, height);
  capture = async (): Promise<Buffer> => Buffer.from(await this.#driver.capture(), 'base64');

  /** Runs a function in the page, which sees its argument only. */
  evaluate<T, A = undefined>(run: (argument: A) => T, argument?: A): Promise<Awaited<T>> {
    return this.#driver.evaluate(`(${run.toString()})(${JSON.stringify(argument)})`) as Promise<Awaited<T>>;
  }

  /** Every visible element that fits. axe-core computes roles and names as assistive technology does. */
  async findAll(query: Query): Promise<PageElement[]> {
    if (!(await this.evaluate(() => 'axe' in globalThis))) {
      await this.#driver.evaluate(`(() => { ${await readFile(AXE, 'utf8')} })()`);
      await this.evaluate(record, LAST_KEY);
    }
    return this.evaluate(locate, pathOf(query));
  }

  /** Waits for the element: one, visible, and where it was a moment ago. */
  async find(query: Query): Promise<PageElement> {
    let found: PageElement[] = [];
    await expect(async () => {
      const before = found;
      found = await this.findAll(query);
      expect(found, describe(query)).toHaveLength(1);
      expect(found).toEqual(before);
    }).toPass({ intervals: [30] });
    return found[0]!;
  }

  /** Waits for a text anywhere on the page. */
  waitForText = (text: string): Promise<void> =>
    expect.poll(() => this.evaluate(() => document.body.innerText)).toContain(text);

  /** Errors of the page's scripts and violations of its policy, since the first search on it. */
  errors = (): Promise<string[]> => this.evaluate(() => (globalThis as Recorder).errors ?? []);

  text = async (query: Query): Promise<string> => (await this.find(query)).text;

  async click(query: Query): Promise<void> {
    await this.#send(...(await this.#moveTo(center(await this.find(query)))), 'click', '1');
  }

  async drag(from: Point, to: Point): Promise<void> {
    const at = (part: number) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await this.#display.input(...(await this.#moveTo(from)), 'mousedown', '1');
    for (const part of DRAG_PARTS) await this.#display.input(...(await this.#moveTo(at(part))));
    await this.#display.input('mouseup', '1');
  }

  /** Keys as xdotool names them, like ctrl+c. */
  press = (...keys: readonly string[]): Promise<void> => this.#send('key', ...keys, LAST_KEY);

  async type(text: string): Promise<void> {
    await this.#display.input('type', text);
    await this.press();
  }

  /** Waits until the page has received the input: WebKit may handle a click before the keys pressed earlier. */
  async #send(...commands: readonly string[]): Promise<void> {
    const count = () => this.evaluate(() => (globalThis as Recorder).inputs);
    const before = await count();
    await this.#display.input(...commands);
    await expect(async () => expect(await count()).not.toBe(before)).toPass({ intervals: [20] });
  }

  /** On the screen. Firefox says where its page starts; WebKit has one bar above the page. */
  async #moveTo({ x, y }: Point): Promise<string[]> {
    const start = await this.evaluate(() => {
      const { mozInnerScreenX: left = screenX, mozInnerScreenY: top = screenY + outerHeight - innerHeight } =
        window as { mozInnerScreenX?: number; mozInnerScreenY?: number };
      return { left, top };
    });
    return ['mousemove', String(Math.round(start.left + x)), String(Math.round(start.top + y))];
  }
}

export const center = ({ x, y, width, height }: PageElement): Point => ({ x: x + width / 2, y: y + height / 2 });

type Step = Readonly<{ role: string; pattern: string }>;

function pathOf({ role, name, within }: Query): Step[] {
  const whole = (text: string) => `^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`;
  const pattern = name instanceof RegExp ? name.source : name === undefined ? '' : whole(name);
  return [...(within === undefined ? [] : pathOf(within)), { role, pattern }];
}

const describe = (query: Query) =>
  pathOf(query)
    .map(({ role, pattern }) => `${role} /${pattern}/`)
    .join(' > ');

/** Small steps first, from which browsers recognise a drag. The last one arrives twice, like a hand that rests. */
const DRAG_PARTS = [0.02, 0.05, 0.3, 0.6, 0.9, 1, 1];

/** A key without a meaning ends each series of keys. */
const LAST_KEY = 'F8';

type Recorder = { errors?: string[]; inputs?: number };

/** In the page: its errors, violations of its policy, and how many clicks and series of keys it received. */
function record(lastKey: string): void {
  const errors: string[] = [];
  const recorder = Object.assign(globalThis as Recorder, { errors, inputs: 0 });
  addEventListener('error', ({ message }) => void errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => void errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => void errors.push(violatedDirective));
  addEventListener('pointerup', () => (recorder.inputs += 1), true);
  addEventListener('keyup', ({ key }) => (recorder.inputs += Number(key === lastKey)), true);
}

/** In the page: the last step's elements inside those of the steps before. */
function locate(path: readonly Step[]): PageElement[] {
  const { axe } = globalThis as unknown as { axe: typeof Axe & { commons: Commons } };
  type Commons = Readonly<{
    aria: { getRole: (element: Element) => string | null };
    text: { accessibleText: (element: Element) => string };
  }>;
  axe.setup(document);
  try {
    let roots: Element[] = [document.body];
    for (const { role, pattern } of path) {
      const fits = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        axe.commons.aria.getRole(element) === role &&
        new RegExp(pattern).test(axe.commons.text.accessibleText(element));
      roots = [...new Set(roots.flatMap((root) => [...root.querySelectorAll('*')].filter(fits)))];
    }
    return roots.map((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const text = element instanceof HTMLElement ? element.innerText : '';
      return { x, y, width, height, text };
    });
  } finally {
    axe.teardown();
  }
}
