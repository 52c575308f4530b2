/** Two decimals, always: a column of them compares by eye. */
export const appetiteText = (appetite: number): string => appetite.toFixed(2);
