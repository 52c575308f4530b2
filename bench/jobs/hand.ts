import type { Locator, Page } from 'playwright';

/** A person acts once nothing has changed for a moment. */
const QUIET_MS = 250;
const MAX_QUIET_MS = 5000;

/** What a person does at a screen, counted: every click or tap, and every key. With a folder, each step is pictured. */
export class Hand {
  clicks = 0;
  keys = 0;
  #pictures = 0;
  readonly page: Page;
  readonly #prefix: string | undefined;

  constructor(page: Page, prefix?: string) {
    this.page = page;
    this.#prefix = prefix;
  }

  async click(what: Locator): Promise<void> {
    await this.#look(what);
    this.clicks += 1;
    await (this.#isTouch() ? what.tap() : what.click());
  }

  /** Into what has the focus. */
  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  /** One key, or several at once: Control+Enter is two. */
  async press(keys: string): Promise<void> {
    this.keys += keys.split('+').length;
    await this.page.keyboard.press(keys);
  }

  /** What a person does in the dialog of the system is not counted. */
  async chooseFile(what: Locator, path: string): Promise<void> {
    const dialog = this.page.waitForEvent('filechooser');
    await this.click(what);
    await (await dialog).setFiles(path);
  }

  /** The screen says that the job is done. */
  async end(what: Locator): Promise<void> {
    await this.#look(what);
  }

  #isTouch = () => (this.page.viewportSize()?.width ?? 0) < 500;

  /** A person acts on what they see, not on the page before: the picture shows what that was. */
  async #look(what: Locator): Promise<void> {
    await what.first().waitFor();
    await this.page.evaluate(WAIT_FOR_QUIET);
    if (this.#prefix === undefined) return;
    // What the page draws anew is in sight already, or the click finds it.
    await what
      .first()
      .scrollIntoViewIfNeeded()
      .catch(() => undefined);
    this.#pictures += 1;
    await this.page.screenshot({ path: `${this.#prefix}-${String(this.#pictures).padStart(2, '0')}.png` });
  }
}

/** As text, since it runs in the page. */
const WAIT_FOR_QUIET = `new Promise((resolve) => {
  const end = () => {
    observer.disconnect();
    resolve();
  };
  let timer = setTimeout(end, ${QUIET_MS});
  const observer = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, ${QUIET_MS});
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(end, ${MAX_QUIET_MS});
})`;

type Within = Page | Locator;
export const button = (within: Within, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
export const link = (within: Within, name: string | RegExp) =>
  within.getByRole('link', { name, ...(typeof name === 'string' && { exact: true }) });
export const area = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) });
