import { expect, test } from 'vitest';
import type { UserProfile } from '#contract/user.ts';
import { createOwnApp, useTestApp } from '#server/testing/app.ts';
import { refusalOf } from '#server/testing/calls.ts';
import { peopleTester } from '#server/testing/people.ts';

const server = useTestApp();
const { add, call, deactivate, get, grant, lastRefusal, urlOf } = peopleTester(server);
/** May change people, and little else. */
const LIMITED = ['user:view', 'user:edit', 'dials:view', 'review:view'];

test('[U62] nobody grants a permission they lack, and the refusal names it', async () => {
  const { user: manager } = await add(LIMITED);
  const { user: target } = await add(['dials:view']);
  const refusal =
    '403 You cannot give bucket:view, review:create: you do not hold these permissions yourself. Ask someone who does.';
  const requested = ['dials:view', 'bucket:view', 'review:view', 'review:create'];
  expect(await refusalOf(grant(target.id, target.revision, requested, manager))).toBe(refusal);
  const person = { given_name: 'Pat', family_name: 'New', email: 'pat.new@example.test', permissions: requested };
  expect(await refusalOf(call('POST', '/api/users', { who: manager, body: person }))).toBe(refusal);
  expect(await get(target.id)).toMatchObject({ permissions: ['dials:view'], revision: target.revision });
  expect(await lastRefusal(target.id)).toBe('person_permissions_changed: not-allowed');
  // They may grant what they have, and revoke anything.
  const given = await grant(target.id, target.revision, ['dials:view', 'review:view'], manager);
  expect(given.statusCode, given.body).toBe(200);
});

test('[U62] a permission revoked in the directory cannot be granted with an older token', async () => {
  const { user: manager } = await add([...LIMITED, 'bucket:view']);
  const { user: target } = await add();
  await grant(manager.id, manager.revision, LIMITED);
  expect(await refusalOf(grant(target.id, target.revision, ['bucket:view'], manager))).toContain(
    'You cannot give bucket:view: you do not hold this permission yourself.',
  );
});

test('[U62] nobody reactivates someone with more permissions than themselves', async () => {
  const { user: manager } = await add(LIMITED);
  const { user: target } = await add(['admin:view']);
  const { revision } = (await deactivate(target.id, target.revision)).json<UserProfile>();
  const back = call('POST', urlOf(target.id, '/reactivate'), { who: manager, ifMatch: revision });
  expect(await refusalOf(back)).toContain('You cannot give admin:view');
});

test('[U62] nobody sees a link of someone with more permissions than themselves', async () => {
  const own = await createOwnApp({ environment: { SIGN_IN: 'password' } });
  const others = peopleTester(own);
  const { user: manager } = await others.add(LIMITED);
  const { user: target } = await others.add(['admin:view', 'admin:edit']);
  const sent = { who: manager, ifMatch: target.revision };
  expect(await refusalOf(others.call('POST', others.urlOf(target.id, '/invitation'), sent))).toContain(
    'You cannot give admin:view, admin:edit',
  );
});
