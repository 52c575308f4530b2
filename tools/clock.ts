/**
 * Preloaded into a server (`node --import ./tools/clock.ts server/main.ts`), it moves the clock of that process ahead by
 * CLOCK_AHEAD_MS. For journeys and the drill: the product itself has no such setting.
 */
const ahead = Number(process.env['CLOCK_AHEAD_MS'] ?? 0);
const System = Date;

globalThis.Date = class extends System {
  constructor(...given: ConstructorParameters<DateConstructor> | []) {
    super(...((given.length === 0 ? [System.now() + ahead] : given) as [number]));
  }

  static override now(): number {
    return System.now() + ahead;
  }
} as DateConstructor;
