import { textKey } from '#domain/dimension/codec.ts';
import { hasScope, type Limit } from './limit.ts';

type KnownScopes = Readonly<{
  hasPartner: (number: number) => boolean;
  hasCountry: (code: string) => boolean;
  today: string;
}>;

/** What is wrong with limits that are read already; `path` is that of the field in `limits`. */
export function checkLimits(
  limits: readonly Limit[],
  { hasPartner, hasCountry, today }: KnownScopes,
): { path: string; message: string }[] {
  const names = new Set<string>();
  return limits.flatMap((limit, index) => {
    const { name, partner, country, as_of } = limit;
    const errors: Partial<Record<keyof Limit, string>> = {
      ...(names.has(textKey(name)) && { name: 'Another limit has this name' }),
      ...(partner !== null && !hasPartner(partner) && { partner: 'There is no such partner' }),
      ...(country !== null && !hasCountry(country) && { country: 'There is no such country' }),
      ...(as_of > today && { as_of: 'This is in the future' }),
      ...(!hasScope(limit) && { partner: 'Please give a partner, a country or a class' }),
    };
    names.add(textKey(name));
    return Object.entries(errors).map(([field, message]) => ({ path: `limits.${index}.${field}`, message }));
  });
}
