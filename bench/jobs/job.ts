import type { Page } from 'playwright';
import type { Who } from '../shifts.pages.ts';
import type { Hand } from './hand.ts';

export const SIZES = {
  desktop: { width: 1440, height: 900, scheme: 'light' },
  tablet: { width: 1024, height: 768, scheme: 'dark' },
  phone: { width: 390, height: 844, scheme: 'light' },
} as const;
export type Size = keyof typeof SIZES;

export type Most = Readonly<{ clicks: number; keys?: number }>;

/** What a job is done with: every size has a class and partners of its own, since jobs change what is live. */
export type Story = Readonly<{
  size: Size;
  /** For files. */
  folder: string;
  /** Someone else, at a desk. */
  open: (who: Who) => Promise<Page>;
}>;

/** Starts on Home, signed in; ends when the screen says that it is done. */
export type Job = Readonly<{
  what: string;
  who: Who;
  most: Readonly<Partial<Record<Size, Most>>>;
  /** Jobs whose result it needs. */
  after?: readonly string[];
  /** What has to be there; it is not counted. */
  prepare?: (story: Story) => Promise<void>;
  run: (hand: Hand, story: Story) => Promise<void>;
}>;

export const everywhere = (most: Most) => ({ desktop: most, tablet: most, phone: most });
/** A phone does not offer it. */
export const atDesks = (most: Most) => ({ desktop: most, tablet: most });
