import { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import type { User } from '#contract/user.ts';
import { makeEvent } from '#domain/event/event.ts';
import { printPermissions } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Directory } from '#server/identity/directory.ts';
import { listLinks, markLinksRead } from '#server/identity/invitation.ts';
import { InvalidToken, type IdTokenCheck } from '#server/http/token.ts';
import { deactivatedProblem } from '#server/person/person.service.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { presentUser, readBeside } from './user.present.ts';
import * as store from './user.store.ts';

type Options = Readonly<{
  db: Db;
  now: () => Date;
  checkIdToken: IdTokenCheck;
  directory: 'embedded' | 'hosted';
}>;

const claimsSchema = z.looseObject({
  sub: z.string(),
  email: z.string().default(''),
  name: z.string().optional(),
  given_name: z.string().default(''),
  family_name: z.string().default(''),
  sid: z.string().optional(),
  auth_time: z.number().optional(),
  iat: z.number(),
});

export function userService({ db, now, checkIdToken, directory }: Options) {
  return {
    async recordSignIn(actor: Actor, idToken: string): Promise<User> {
      const claims = await readClaims(checkIdToken, idToken, actor);
      const name = claims.name ?? (claims.email || claims.sub);
      const person = {
        id: claims.sub,
        name,
        email: claims.email || claims.sub,
        given_name: claims.given_name,
        family_name: claims.family_name,
        permissions: printPermissions(actor.permissions),
        claims,
        directory,
      };
      const sessionKey = claims.sid ?? String(claims.auth_time ?? claims.iat);
      return transaction(db, async (trx) => {
        const at = now();
        const row = await store.upsertSeen(trx, person, at);
        const user = presentUser(row, 'tenant', (await readBeside(trx, [row]))(row));
        if (user.state === 'deactivated') throw deactivatedProblem();
        if (await store.insertSignIn(trx, user.id, sessionKey, at)) {
          const event = makeEvent('signed_in', user.id, { name: user.name, email: user.email });
          await recordAudit(trx, user.id, [event], at);
        }
        return user;
      });
    },

    /** Shows a person all links that were made to set their password, and by whom. */
    links: ({ id }: Actor) => listLinks(db, id),
    readLinks: ({ id }: Actor, upTo: string) => markLinksRead(db, id, new Date(upTo), now()),
  };
}

/** The identity token must belong to the same person as the access token. */
async function readClaims(checkIdToken: IdTokenCheck, idToken: string, actor: Actor) {
  try {
    const claims = claimsSchema.parse(await checkIdToken(idToken));
    if (claims.sub === actor.id) return claims;
  } catch (error) {
    if (!(error instanceof InvalidToken || error instanceof z.ZodError)) throw error;
  }
  throw new Problem('invalid-input', 'The identity token does not belong to the person who is signed in.', {
    errors: [{ path: 'idToken', message: 'Not an identity token of this person' }],
  });
}

/** Our own directory, including deactivated people: for sign-in by e-mail. */
export const findByEmail = store.findByEmail;

/** The permissions of everyone in our own directory, for comparison with the audit. */
export const readAccess = store.listAccess;

/** For commands, which identify people by e-mail; only active people. */
export async function findPersonByEmail(db: Db, email: string): Promise<store.OwnPerson | undefined> {
  const found = await store.findByEmail(db, email);
  return found?.deactivated_at === null ? found : undefined;
}

/** The directory of the embedded provider: our people table; the demo has its own order. */
export function embeddedDirectory(db: Db): Directory {
  const summaries = new Map(DEMO_PEOPLE.map(({ id, summary }, position) => [id, { summary, position }]));
  const describe = (user: store.StoredPerson) => ({ ...user, summary: summaries.get(user.id)?.summary ?? '' });
  const position = ({ id }: store.StoredPerson) => summaries.get(id)?.position ?? DEMO_PEOPLE.length;
  return {
    async find(id) {
      const user = await store.findPerson(db, id);
      return user && describe(user);
    },
    async list() {
      const people = await store.listOwn(db, 100);
      return people.toSorted((a, b) => position(a) - position(b)).map(describe);
    },
  };
}

/** Whether everyone named by the demo content exists. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const ids = DEMO_PEOPLE.map(({ id }) => id);
  return (await store.countOf(db, ids)) === ids.length;
}

/** Fills an empty directory; leaves any other alone. */
export async function addDemoPeople(db: Db, at: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    await store.lockPeople(trx);
    if ((await store.countPeople(trx)) > 0) return false;
    for (const person of DEMO_PEOPLE)
      await store.addPerson(trx, { ...person, is_demo: true }, person.permissions, { by: null });
    const events = DEMO_PEOPLE.map(({ id, name, email, permissions }) =>
      makeEvent('person_added', id, { became: { name, email, permissions } }),
    );
    await recordAudit(trx, null, events, at);
    return true;
  });
}
