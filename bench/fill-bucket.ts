import type { Page } from 'playwright';
import { callApi } from '../e2e/api.ts';
import type { Lineslip } from '../e2e/server.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { addManyDials, idOf } from '#server/testing/many-dials.ts';

const BUCKET = '9112/cyber-privacy-and-tech';

/** Adds that many dials to the draft of one bucket. Returns the address of its edit page. */
export async function fillBucket(lineslip: Lineslip, page: Page, size: number): Promise<string> {
  const database = await borrowDatabase(readConfig({ DATA_DIR: lineslip.dataDir }, '/'), () => undefined);
  const db = connect(database.config);
  const count = Math.ceil(size * 1.2);
  await addManyDials(db, { count, by: 'demo|underwriter', at: new Date() });
  const published = await db
    .selectFrom('dial')
    .select('id')
    .where('published_version', '=', 1)
    .where(
      'id',
      'in',
      Array.from({ length: count }, (_, index) => idOf(index)),
    )
    .limit(size)
    .execute();
  await db.destroy();
  await database.close();
  const { revision } = await callApi<{ revision: string }>(page, `/api/buckets/${BUCKET}`);
  const entries = published.map(({ id }) => ({ dial_id: id, version: 1, overrides: {} }));
  await callApi(page, `/api/buckets/${BUCKET}/draft`, { method: 'PUT', body: { entries }, ifMatch: revision });
  const [partner, cob] = BUCKET.split('/');
  return `/syndicate/${partner}/bucket/${cob}/edit`;
}
