import type { Setting, World } from './world.ts';

export type FaultResult = Readonly<{
  /** A message for every broken promise during the fault. */
  problems: readonly string[];
  /** From when on the service may be expected to recover; by default the start of the fault. */
  from?: number;
}>;

export type Fault = Readonly<{
  name: string;
  /** The title in the table. */
  title: string;
  /** Tries in an ordinary run. */
  tries: number;
  setting: Setting;
  /** Does the damage under load, and restarts what a service manager would restart. */
  strike: (world: World, attempt: number) => Promise<FaultResult>;
}>;

export const NO_PROBLEMS: FaultResult = { problems: [] };
