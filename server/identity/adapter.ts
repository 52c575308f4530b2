import { createHash } from 'node:crypto';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors, type Provider } from 'oidc-provider';
import type { Db } from '#server/db/connect.ts';

/**
 * How long a rotated refresh token still works. A browser that lost the response retries with the old token; without
 * this, that would count as theft and end the sign-in.
 */
export const ROTATION_GRACE_SECONDS = 30;

const ID_PLACEHOLDER = '{id}';

/** Stores the provider's records in `oidc_record`. The ids are bearer values, so only their hashes are stored. */
export function createAdapter(db: Db, now: () => Date = () => new Date()): AdapterFactory {
  return (model) => new DatabaseAdapter(db, model, now);
}

/** Revokes everything issued under one grant: codes, refresh tokens, and the grant itself. */
export async function revokeGrant(db: Db, grantId: string): Promise<void> {
  await db
    .deleteFrom('oidc_record')
    .where((row) => row.or([row('grant_id', '=', grantId), row.and({ model: 'Grant', id: hashOf(grantId) })]))
    .execute();
}

/** Revokes everything a person has: sessions, grants, and their tokens. */
export async function revokeAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('oidc_record').where('account_id', '=', accountId).execute();
}

class DatabaseAdapter implements Adapter {
  readonly #db: Db;
  readonly #model: string;
  readonly #now: () => Date;

  constructor(db: Db, model: string, now: () => Date) {
    this.#db = db;
    this.#model = model;
    this.#now = now;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const row = {
      payload: seal(id, payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      account_id: payload.accountId ?? null,
      expires_at: expiresIn ? new Date(this.#now().getTime() + expiresIn * 1000) : null,
    };
    await this.#db
      .insertInto('oidc_record')
      .values({ model: this.#model, id: hashOf(id), ...row })
      .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
      .execute();
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('oidc_record')
      .select(['payload', 'consumed_at'])
      .where('model', '=', this.#model)
      .where('id', '=', hashOf(id))
      .executeTakeFirst();
    if (!row) return undefined;
    const payload = unseal(id, row.payload);
    return row.consumed_at && !this.#inGrace(row.consumed_at)
      ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) }
      : payload;
  }

  /** For inspecting a session: its id is unknown here, so the result must not be saved. */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('oidc_record')
      .select('payload')
      .where('model', '=', this.#model)
      .where('uid', '=', uid)
      .executeTakeFirst();
    return row?.payload;
  }

  /** User codes belong to the device flow, which is not supported. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** The first use counts: a retry in the grace period does not extend it, and of two racing codes one wins. */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('oidc_record')
      .set({ consumed_at: this.#now() })
      .where('model', '=', this.#model)
      .where('id', '=', hashOf(id))
      .where('consumed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && this.#model !== 'RefreshToken') throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    await this.#db.deleteFrom('oidc_record').where('model', '=', this.#model).where('id', '=', hashOf(id)).execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.deleteFrom('oidc_record').where('model', '=', this.#model).where('grant_id', '=', grantId).execute();
  }

  #inGrace(consumedAt: Date): boolean {
    const age = this.#now().getTime() - consumedAt.getTime();
    return this.#model === 'RefreshToken' && age < ROTATION_GRACE_SECONDS * 1000;
  }
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Removes every bearer value: the record's own id, and the session cookie of an interaction. */
function seal(id: string, { jti: _jti, consumed: _consumed, ...payload }: AdapterPayload): string {
  const { cookie: _cookie, ...session } = payload.session ?? {};
  return JSON.stringify({
    ...payload,
    ...(payload.session && { session }),
    ...(payload.returnTo && { returnTo: payload.returnTo.replace(id, ID_PLACEHOLDER) }),
  });
}

function unseal(id: string, payload: AdapterPayload): AdapterPayload {
  const { returnTo } = payload;
  return {
    ...payload,
    jti: id,
    ...(returnTo && { returnTo: returnTo.replace(ID_PLACEHOLDER, id) }),
  };
}

type Session = InstanceType<Provider['Session']>;

/** Ends a session together with its refresh tokens. */
export async function endSession(db: Db, session: Session): Promise<void> {
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grants) await revokeGrant(db, grantId);
  await session.destroy();
}
