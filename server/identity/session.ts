import type { Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';
import { revokeGrant } from './adapter.ts';

type Session = InstanceType<Provider['Session']>;

/** Ends a session together with the refresh tokens that came out of it. */
export async function endSession(db: Db, session: Session): Promise<void> {
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grants) await revokeGrant(db, grantId);
  await session.destroy();
}
