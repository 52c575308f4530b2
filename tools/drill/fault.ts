import type { Setting, World } from './world.ts';

export type Struck = Readonly<{
  /** A sentence for everything that was not as promised while it went on. */
  problems: readonly string[];
  /** The moment from which on the service may be expected to come back; the beginning of the fault without one. */
  from?: number;
}>;

export type Fault = Readonly<{
  name: string;
  /** As the table calls it. */
  title: string;
  /** How often in an ordinary run. */
  tries: number;
  setting: Setting;
  /** Does the damage while people work. What a service manager would start again is started again. */
  strike: (world: World, attempt: number) => Promise<Struck>;
}>;

export const NO_PROBLEMS: Struck = { problems: [] };
