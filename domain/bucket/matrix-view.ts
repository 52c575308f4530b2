import { comingOf, type Near } from '#domain/dial/status.ts';

/** The views of the bucket matrix. */
export const MATRIX_VIEWS = ['appetite', 'dials', 'newer', 'drafts', 'ending', 'live', 'stopped'] as const;
export type MatrixView = (typeof MATRIX_VIEWS)[number];

/** A dial version in a live bucket. */
export type ExistingDial = Readonly<{
  version: number;
  /** The newest published version of the same dial. */
  newest: number;
  deleted: boolean;
  active_from: string | null;
  active_until: string | null;
}>;

/** Whether a newer version is available. Deleted dials have none. */
export const hasNewer = ({ version, newest, deleted }: ExistingDial): boolean => !deleted && newest > version;

/** Whether this version ends soon. */
export const endsSoon = (held: ExistingDial, near: Near): boolean =>
  comingOf(held, near).some(({ kind }) => kind === 'ends');
