/** Control characters with all line breaks, and what shows text in another order than it has. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

export const ONE_LINE = 'Write it in one line, without line breaks and other invisible characters';

/** Whether a text is one line, as a name has to be: lists, letters, logs and sheets show it so. */
export const isOneLine = (text: string): boolean => !NOT_IN_A_LINE.test(text);
