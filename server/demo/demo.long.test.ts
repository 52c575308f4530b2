import { expect, test } from 'vitest';
import { createTestApp } from '#server/testing/app.ts';
import { addDemoContent } from './demo.service.ts';

test.each(['2027-02-28T23:59:59.999Z', '2028-02-29T12:00:00.000Z'])(
  'the demo satisfies every rule when it starts at %s',
  async (moment) => {
    const other = await createTestApp({ now: () => new Date(moment) });
    await expect(addDemoContent(other.database.db, new Date(moment))).resolves.toBe(true);
    await other.close();
  },
);
