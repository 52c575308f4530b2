import { Problem } from '#contract/problem.ts';
import type { PeoplePort } from './directory.ts';

/** A tenant keeps the people: they are read here as they were at their last sign-in, and changed there. */
export function hostedPeople(domain: string): PeoplePort {
  const place = domain.replace(/^https?:\/\//, '');
  const elsewhere = async (): Promise<never> => {
    throw new Problem('conflict', `People are kept by the tenant ${place}. Please change them there.`);
  };
  return {
    about: { kind: 'hosted', sign_in: 'tenant', change_at: place, mails_links: false },
    add: elsewhere,
    setPermissions: elsewhere,
    invite: elsewhere,
    deactivate: elsewhere,
    reactivate: elsewhere,
  };
}
