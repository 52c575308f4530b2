/** How long a comment can be, with a vote or by itself. */
export const COMMENT_LIMIT = 2000;
