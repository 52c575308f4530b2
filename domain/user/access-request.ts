/** A person without permissions asks for them once; after this time they can ask again. */
export const ASK_AGAIN_MS = 24 * 60 * 60_000;
/** Requests and changes of them, per person. */
export const MAX_REQUESTS_A_DAY = 5;
export const MAX_REQUEST_REASON = 500;
