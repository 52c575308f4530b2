/** A person without permissions asks for them once; after this time they can ask again. */
export const ASK_AGAIN_HOURS = 24;
/** Requests and changes of them, per person. */
export const MAX_REQUESTS_A_DAY = 5;
export const MAX_REQUEST_REASON = 500;

const HOUR_MS = 60 * 60_000;

/** When the people who were asked may be asked again. */
export const askAgainAt = (notifiedAt: Date): Date => new Date(notifiedAt.getTime() + ASK_AGAIN_HOURS * HOUR_MS);
