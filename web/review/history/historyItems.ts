import type { BucketVersionRow } from '#contract/bucket.ts';
import type { ReviewRound } from '#contract/review.ts';

export type HistoryItem =
  | Readonly<{ kind: 'version'; at: string; version: BucketVersionRow; round: ReviewRound | undefined }>
  | Readonly<{ kind: 'round'; at: string; round: ReviewRound }>;

type Loaded<T> = Readonly<{ items: readonly T[]; more: boolean }>;

/**
 * Versions, each with the round that made it live, and the rounds that came to nothing or are still open; newest first.
 * Both lists are paginated: items older than the end of one are left out until it has loaded that far.
 */
export function historyItems(versions: Loaded<BucketVersionRow>, rounds: Loaded<ReviewRound>): HistoryItem[] {
  const since = [endOf(versions, ({ live_at }) => live_at), endOf(rounds, momentOf)].toSorted().at(-1) ?? '';
  const approved = new Map(
    rounds.items.filter(({ outcome }) => outcome === 'approved').map((round) => [round.closed_at, round]),
  );
  const items: HistoryItem[] = [
    ...versions.items.map((version) => {
      return { kind: 'version' as const, at: version.live_at, version, round: approved.get(version.activated_at) };
    }),
    ...rounds.items
      .filter(({ outcome }) => outcome !== 'approved')
      .map((round) => ({ kind: 'round' as const, at: momentOf(round), round })),
  ];
  return items.filter(({ at }) => at >= since).toSorted((a, b) => b.at.localeCompare(a.at));
}

const momentOf = ({ closed_at, submitted_at }: ReviewRound): string => closed_at ?? submitted_at;

const endOf = <T>({ items, more }: Loaded<T>, at: (item: T) => string): string =>
  more ? (items.map(at).toSorted()[0] ?? '') : '';
