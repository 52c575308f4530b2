import { type DialData, EMPTY_DIAL, type Journey } from '#domain/dial/dial.ts';
import { grouped } from '#domain/dimension/format.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { DialDimensions } from '#domain/dimension/registry.ts';
import type { DialValues } from '#domain/value/registry.ts';

const DAY = 24 * 60 * 60_000;
const MIN_DAYS_BETWEEN_VERSIONS = 37;
export const STORY_AUTHORS = ['Demo Underwriter', 'Demo Second Underwriter', 'Demo Administrator'];

/** One action on a demo dial. */
export type DialStep = Readonly<{
  at: Date;
  dial: number;
  /** The index of the author. */
  by: number;
  /** Imports and publications of the same person and moment are one action. */
  does: Readonly<{ create: DialData } | { save: DialData } | { import: DialData }> | 'publish';
}>;

/** The history of all dials in chronological order, up to now. */
export function buildDemoHistory(dials: readonly DemoDial[], now: Date): DialStep[] {
  return dials.flatMap((dial, index) => stepsOf(dial, index, now)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function stepsOf(demo: DemoDial, dial: number, now: Date): DialStep[] {
  const final = dataOf(demo, dial, now);
  const published = versionsOf(demo, final);
  if (demo.days !== undefined) return importSteps(published, demo.days, dial, now);
  // Minutes differ from dial to dial, so that no two actions coincide.
  const at = (days: number, minutes: number) => new Date(now.getTime() + days * DAY - (dial * 7 + minutes) * 60_000);
  const last = demo.newest?.day ?? 0;
  const between = daysBetween(last - (demo.window?.from ?? last), published.length - 1);
  const steps = published.flatMap((data, index): DialStep[] => {
    const days = last - (published.length - 1 - index) * between;
    const by = (dial + (index === published.length - 1 ? 0 : 1)) % STORY_AUTHORS.length;
    return [
      { at: at(days, 30), dial, by, does: index === 0 ? { create: data } : { save: data } },
      { at: at(days, 20), dial, by, does: 'publish' },
    ];
  });
  if (published.length === 0) return [{ at: at(-1, 30), dial, by: dial % 2, does: { create: final } }];
  if (demo.draft === undefined) return steps;
  const { reason, ...patch } = demo.draft;
  return [...steps, { at: at(0, 45), dial, by: dial % 2, does: { save: { ...final, ...patch, reason } } }];
}

/** Dials of a sheet: those of one day are imported, then published, by one person. */
function importSteps(versions: readonly DialData[], days: readonly Day[], dial: number, now: Date): DialStep[] {
  return versions.flatMap((data, index): DialStep[] => {
    const day = days[index] ?? 0;
    const at = (minutes: number) => new Date(now.getTime() + day * DAY - minutes * 60_000);
    const by = Math.abs(day) % STORY_AUTHORS.length;
    return [
      { at: at(30), dial, by, does: { import: data } },
      { at: at(20), dial, by, does: 'publish' },
    ];
  });
}

/** Far enough apart that the first version existed before its window began. */
const daysBetween = (inForce: number, pauses: number): number =>
  pauses === 0 ? 0 : Math.max(MIN_DAYS_BETWEEN_VERSIONS, Math.ceil(inForce / pauses));

function dataOf(demo: DemoDial, index: number, now: Date): DialData {
  const { name, description, tags, journeys = [], dimensions, values, window } = demo;
  const day = (days: number | undefined) => (days === undefined ? null : dayOf(new Date(now.getTime() + days * DAY)));
  const authors = [STORY_AUTHORS[index % 2] ?? '', ...(index % 4 === 0 ? [STORY_AUTHORS[2] ?? ''] : [])];
  const content = { name, description, tags, journeys, dimensions, values, authors };
  return { ...EMPTY_DIAL, ...content, active_from: day(window?.from), active_until: day(window?.until) };
}

/** Oldest first. By default the line grew to its current value. */
function versionsOf({ earlier, newest }: DemoDial, final: DialData): DialData[] {
  if (newest === undefined) return [];
  const { version = 1, reason = '' } = newest;
  if (earlier !== undefined) {
    let data = final;
    const versions = earlier.map((edit) => (data = { ...data, reason: '', ...edit }));
    return [...versions, { ...final, reason }];
  }
  return Array.from({ length: version }, (_, index) => {
    if (index === version - 1) return { ...final, reason };
    const line = final.values.max_line ?? 1_000_000;
    const smaller = Math.max(Math.round((line * (index + 2)) / (version + 2) / 25_000) * 25_000, 25_000);
    const values = { ...final.values, max_line: Math.max(smaller, final.values.min_line ?? 0) };
    return { ...final, values, reason: index === 0 ? '' : `Max line ${grouped(values.max_line)}` };
  });
}

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

type DemoPatch = Readonly<{ dimensions?: DialDimensions; values?: DialValues }>;

/** One dial and its history. */
export type DemoDial = Readonly<{
  name: string;
  description: string;
  tags: readonly string[];
  journeys?: readonly Journey[];
  dimensions: DialDimensions;
  values: DialValues;
  window?: Readonly<{ from?: Day; until?: Day }>;
  /** The newest published version: its number, when it was published and why; without one the dial is a draft. */
  newest?: Readonly<{ version?: number; day: Day; reason?: string }>;
  /** When each version was published, in a sheet with others. */
  days?: readonly Day[];
  /** The changes of earlier versions; by default smaller lines. */
  earlier?: readonly (DemoPatch & Readonly<{ reason?: string }>)[];
  /** A newer version that is being written. */
  draft?: DemoPatch & Readonly<{ reason: string }>;
}>;
