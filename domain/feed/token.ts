/** Engine tokens start with this: people's tokens never do. */
export const ENGINE_TOKEN_PREFIX = 'lsf_';
/** 256 random bits in base64url. */
export const ENGINE_TOKEN_PATTERN = /^lsf_[\w-]{43}$/;
export const ENGINE_LIMITS = { name: 60, engines: 200, days: 366 } as const;
/** The last days of a token, in which the screen warns. */
export const TOKEN_WARNING_DAYS = 30;
/** A replaced token ends after this time, or when the new one is used first. */
export const REPLACED_TOKEN_MS = 3_600_000;
