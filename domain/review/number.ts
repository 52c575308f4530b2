const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'] as const;
/** "Two"; digits above ten. */
export const numberWord = (count: number): string => NUMBERS[count] ?? String(count);

/** "two", "five": inside a sentence. */
export const numberInSentence = (count: number): string => numberWord(count).toLowerCase();
