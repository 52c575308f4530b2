/** OpenID Connect Core 1.0, section 5.1. */
const STANDARD_CLAIMS = `sub name given_name family_name middle_name nickname preferred_username profile picture website
  email email_verified gender birthdate zoneinfo locale phone_number phone_number_verified address updated_at`.split(
  /\s+/,
);

/** Claims about the token and session. */
const PROTOCOL_CLAIMS = 'iss aud exp nbf iat jti nonce sid auth_time acr amr azp at_hash c_hash s_hash'.split(' ');

type SplitClaims<T> = Readonly<{ standard: Record<string, T>; custom: Record<string, T> }>;

/** Separates the standard claims of a person, in order, from the tenant's custom ones. */
export function splitClaims<T>(claims: Readonly<Record<string, T>>): SplitClaims<T> {
  const standard = STANDARD_CLAIMS.flatMap((name) => {
    const value = claims[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const reserved = new Set([...STANDARD_CLAIMS, ...PROTOCOL_CLAIMS]);
  const custom = Object.entries(claims).filter(([name]) => !reserved.has(name));
  return { standard: Object.fromEntries(standard), custom: Object.fromEntries(custom) };
}
