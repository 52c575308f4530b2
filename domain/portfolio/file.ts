/** Files are uploaded in parts of at most this size. */
export const MAX_PART_BYTES = 8 * 1024 * 1024;

/** “4 GB”, “612 MB”, “3.2 KB”. */
export function describeBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? (['GB', 1e9] as const) : bytes >= 1e6 ? (['MB', 1e6] as const) : (['KB', 1e3] as const);
  return `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }).format(bytes === 0 ? 0 : Math.max(0.1, bytes / size))} ${unit}`;
}

/** Why a file of this size cannot be loaded. */
export function refuseSize(bytes: number, most: number): string | undefined {
  if (bytes === 0) return 'The file is empty.';
  if (bytes <= most) return undefined;
  return `The file has ${describeBytes(bytes)}, and at most ${describeBytes(most)} can be loaded.`;
}
