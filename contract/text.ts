import { z } from 'zod';
import { isOneLine, ONE_LINE } from '#domain/text/one-line.ts';

/** The one schema of names and other texts of one line in requests. Spaces and line breaks around it are cut off. */
export const oneLine = () => z.string().trim().refine(isOneLine, ONE_LINE);
