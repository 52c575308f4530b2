/**
 * The moment at which every screen test starts. From there the date goes on, and timers are the real ones. The long run
 * sets SCREEN_DAY to other days. A test that needs another date sets it by itself; fixtures derive their days from this one.
 */
export const SCREEN_NOW: Date = new Date(`${import.meta.env['SCREEN_DAY'] ?? '2026-11-18'}T10:00:00.000Z`);

const DAY_MS = 86_400_000;

/** Returns the moment that many days after `SCREEN_NOW`, as in answers of the server. */
export const momentInDays = (days: number): string => new Date(SCREEN_NOW.getTime() + days * DAY_MS).toISOString();

const SystemDate = Date;
let ahead = 0;

class ScreenDate extends SystemDate {
  constructor(...given: ConstructorParameters<DateConstructor> | []) {
    super(...((given.length === 0 ? [SystemDate.now() + ahead] : given) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + ahead;
  }
}

/** Sets the date to `SCREEN_NOW`. */
export function setScreenDate(): void {
  ahead = SCREEN_NOW.getTime() - SystemDate.now();
  globalThis.Date = ScreenDate as DateConstructor;
}

/** Between tests the date is the real one: by it the runner tells the setup of one file from that of the next. */
export function restoreDate(): void {
  globalThis.Date = SystemDate;
}
