import { expect, test } from 'vitest';
import { comparePermissions, permissionHistory } from './permission-history.ts';

const record = (action: string, detail: Record<string, unknown>, object_id = 'p1', object_type = 'person') => ({
  action,
  object_type,
  object_id,
  detail,
});
const added = record('person_added', { became: { name: 'Ada', email: 'a@x.example', permissions: ['bucket:view'] } });

function compare(records: readonly ReturnType<typeof record>[], permissions: readonly string[], isActive = true) {
  const history = permissionHistory();
  for (const one of records) history.visit(one);
  return comparePermissions([{ id: 'p1', name: 'Ada', permissions, isActive }], history.people);
}

test('uses the last grant, whatever the order of entries', () => {
  const changed = record('person_permissions_changed', { was: [], became: ['dials:view', 'bucket:view'] });
  expect(compare([added], ['bucket:view'])).toEqual([]);
  expect(compare([added, changed], ['bucket:view', 'dials:view'])).toEqual([]);
  expect(compare([added, changed], ['bucket:view'])).toEqual([
    'Ada (p1) lacks dials:view, which the audit records grant.',
  ]);
});

test('reports a permission without a record', () => {
  expect(compare([added], ['bucket:view', 'user:edit', 'admin:view'])).toEqual([
    'Ada (p1) holds admin:view, user:edit, which no audit record grants.',
  ]);
});

test('a deactivated person who is active again needs a record of it', () => {
  const deactivated = record('person_deactivated', { was: ['bucket:view'] });
  const changed = record('person_permissions_changed', { was: ['bucket:view'], became: [] });
  const reactivated = record('person_reactivated', { became: ['bucket:view'] });
  expect(compare([added, deactivated], ['bucket:view'])).toEqual([
    'Ada (p1) is active, and the audit records say deactivated.',
  ]);
  expect(compare([added, deactivated, changed], [], false)).toEqual([]);
  expect(compare([added, deactivated, reactivated], ['bucket:view'])).toEqual([]);
  expect(compare([added, deactivated, reactivated], ['bucket:view'], false)).toHaveLength(1);
});

test('reports a person without a record, and a record without a person', () => {
  const history = permissionHistory();
  history.visit({ ...added, object_id: 'p2' });
  expect(comparePermissions([{ id: 'p1', name: 'Ada', permissions: [], isActive: true }], history.people)).toEqual([
    'Ada (p1) is in the directory, and no audit record says that they were added.',
    'The person p2 was added, as the audit records say, and is missing.',
  ]);
});

test('records of other things grant nothing', () => {
  const other = record('person_permissions_changed', { became: ['user:edit'] }, 'p1', 'bucket');
  const signedIn = record('signed_in', { became: ['user:edit'] });
  expect(compare([added, other, signedIn], ['bucket:view'])).toEqual([]);
});
