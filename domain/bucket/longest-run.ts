/**
 * The indexes of a longest increasing run of the numbers, which are all different: whatever is outside it is the
 * smallest set that must move to bring them into order. Patience sorting, n log n.
 */
export function longestRun(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const before = numbers.map(() => -1);
  for (const [index, number] of numbers.entries()) {
    const length = countBelow(tails, numbers, number);
    before[index] = length === 0 ? -1 : (tails[length - 1] ?? -1);
    tails[length] = index;
  }
  const run: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.push(index);
  return run.toReversed();
}

/** How many tails end below the number; tails are sorted by what they end with. */
function countBelow(tails: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, tails.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
