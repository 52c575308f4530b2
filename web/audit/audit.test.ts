import { expect, test } from 'vitest';
import { type AuditExport, writeAuditCsv } from './auditCsv.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { detailLines, dialLines } from './auditDetail.ts';
import { describeDetail } from './auditSentences.ts';
import { queryOf, readFilter, writeFilter } from './filter.ts';
import { auditAddress } from './words.ts';

test('the filter is read from and written to the URL; unknown values are dropped', () => {
  const filter = readFilter(new URLSearchParams('tab=audit&person=u1&action=dial_saved&from=2026-11-01&to=2026-02-30'));
  expect(filter).toMatchObject({ person: 'u1', action: 'dial_saved', from: '2026-11-01', to: undefined });
  expect(writeFilter(filter).toString()).toBe('tab=audit&person=u1&action=dial_saved&from=2026-11-01');
});

test('both days are included', () => {
  const filter = readFilter(new URLSearchParams('from=2026-11-01&to=2026-11-30&object_id=9101/cargo'));
  expect(queryOf(filter)).toEqual({
    object_id: '9101/cargo',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
  });
});

test('the record of an engine leads to its panel', () => {
  expect(auditAddress({ object: { type: 'engine', id: 'e1' } })).toEqual({
    to: '/admin?tab=engines&engine=e1',
    needs: { scope: 'admin', action: 'view' },
  });
});

test('a record is described in sentences that name dials and people', () => {
  const dial = { type: 'dial', id: 'd1' };
  expect(describeDetail({ action: 'bucket_commented', detail: { round: 2, text: 'Why?', dial_id: 'd1' } })).toEqual({
    sentences: [['On ', dial, ', in round 2. “Why?”']],
  });
  const was = [{ dial_id: 'd1', version: 3, overrides: {} }];
  expect(describeDetail({ action: 'bucket_draft_reset', detail: { based_on: 12, was } })?.sentences?.[1]).toEqual([
    'The draft held ',
    '',
    { ...dial, version: 3 },
    ' v3',
    '.',
  ]);
  const permissions = { was: ['dials:view', 'user:edit'], became: ['dials:view', 'review:create'] };
  expect(describeDetail({ action: 'person_permissions_changed', detail: permissions })).toEqual({
    granted: ['Create on Reviews: Approve or reject'],
    revoked: ['Edit on Users: Change people and permissions'],
  });
});

test('an example is described by its name and expectations, before and after', () => {
  const was = {
    name: 'US hospital',
    risk: { date: '2026-11-16' },
    expected: { max_line: 1_500_000, min_line: 'none' },
  };
  const became = { ...was, name: 'Hospital', risk: { date: '2026-11-17' }, expected: { max_line: 1_250_000 } };
  expect(describeDetail({ action: 'bucket_example_deleted', detail: { example: 'e1', was } })?.sentences).toEqual([
    ['“US hospital” expected max line 1,500,000, min line none.'],
  ]);
  expect(
    describeDetail({ action: 'bucket_example_changed', detail: { example: 'e1', was, became } })?.sentences,
  ).toEqual([
    ['From “US hospital” to “Hospital”.'],
    ['It expected max line 1,500,000, min line none, and expects max line 1,250,000.'],
    ['Its risk is another.'],
  ]);
});

test('a changed option is described by its differences, and a setting in words', () => {
  const was = { label: 'Cyber', group: null, retired: false, classes: ['cargo'] };
  const became = { ...was, label: 'Cyber risks', retired: true, classes: [] };
  expect(describeDetail({ action: 'reference_changed', detail: { code: 'CY', was, became } })?.sentences).toEqual([
    ['CY: from Cyber to Cyber risks.'],
    ['No longer offered.'],
    ['For every class instead of Cargo.'],
  ]);
  const many = Array.from({ length: 22 }, (_, index) => ({ code: `C${index}`, label: `Country ${index}` }));
  expect(describeDetail({ action: 'reference_added', detail: { became: many } })?.sentences?.slice(19)).toEqual([
    ['Country 19 (C19).'],
    ['And 2 more.'],
  ]);
  expect(
    describeDetail({ action: 'sign_in_mode_changed', detail: { was: 'demo', became: 'password' } })?.sentences,
  ).toEqual([['People sign in with passwords instead of the demo sign-in.']]);
});

test('a dial is described by the fields it sets only', () => {
  const data: DialData = {
    ...EMPTY_DIAL,
    name: 'Cyber excess',
    journeys: ['renewal'],
    active_from: '2027-01-02',
    dimensions: { is_primary: 'excess', domicile_countries: ['CA', 'MX'] },
    values: { max_line: 2_500_000 },
  };
  const names = (list: string, code: string) => `${code} of ${list}`;
  expect(dialLines(data, names).map(({ label, text }) => [label, text])).toEqual([
    ['Name', 'Cyber excess'],
    ['Active From', '2 Jan 2027'],
    ['Journeys', 'Renewal'],
    ['Primary or excess', 'Excess'],
    ['Domicile', 'CA of countries, MX of countries'],
    ['Max line', '2,500,000'],
  ]);
});

test('a flag is described by whom it is on for, now and before', () => {
  const was = { state: 'off', emails: [] };
  const became = { state: 'by-email', emails: ['ada@example.com', 'bo@example.com'] };
  expect(describeDetail({ action: 'flag_changed', detail: { was, became } })?.sentences).toEqual([
    ['On for ada@example.com, bo@example.com.'],
    ['Off for everyone else.'],
    ['Before: Off for everyone.'],
  ]);
});

test('a detail without description, or with an outdated shape, is shown line by line', () => {
  expect(describeDetail({ action: 'bucket_draft_reset', detail: { based_on: 12 } })).toBeUndefined();
  expect(describeDetail({ action: 'constructor', detail: {} })).toBeUndefined();
});

test('a change shows only what differs, with old and new value', () => {
  expect(
    detailLines({
      code: 'BRE',
      was: { label: 'Breton', group: null, retired: false },
      became: { label: 'Breton & Co', group: null, retired: true },
    }),
  ).toEqual([
    { label: 'Code', text: 'BRE' },
    { label: 'Label', was: 'Breton', became: 'Breton & Co' },
    { label: 'Retired', was: 'no', became: 'yes' },
  ]);
  expect(detailLines({ was: 1, became: 1.25 })).toEqual([{ label: 'Value', was: '1', became: '1.25' }]);
  expect(detailLines({ was: ['admin:view'], became: [] })).toEqual([
    { label: 'Value', was: 'admin:view', became: 'none' },
  ]);
});

test('nested values are shown with their path, both sides in one line, and a refusal message is not repeated', () => {
  const detail = {
    attempt: 'dial_saved',
    message: 'No.',
    because: 'pending',
    changes: [{ key: 'max_line', was: 1, became: 2 }],
  };
  expect(detailLines(detail)).toEqual([
    { label: 'Because', text: 'pending' },
    { label: 'Changes, 1, key', text: 'max_line' },
    { label: 'Changes, 1', was: '1', became: '2' },
  ]);
});

test('a single side keeps its label', () => {
  expect(detailLines({ version: 3, from: 2 })).toEqual([
    { label: 'Version', text: '3' },
    { label: 'From', text: '2' },
  ]);
});

const record = (about: string): AuditExport[number] => ({
  seq: 7,
  at: '2026-11-15T11:02:00.000Z',
  by: { id: 'u1', name: 'A, "B"' },
  action: 'dial_saved',
  object: { type: 'dial', id: 'd1' },
  about,
  refused: false,
  hidden: false,
  needs: [],
  detail: { version: 2 },
  previous_hash: 'p',
  hash: 'h',
});

test.each(['=1+1', '+1', '-1+1', '@me', '＝1', '=1\nnext line'])(
  '[AM84] every cell of the spreadsheet is quoted, and %j is not a formula in it',
  (about) => {
    const [head, line] = writeAuditCsv([record(about)]).split('\r\n');
    expect(head).toBe(
      '\uFEFF"seq","at","by_id","by_name","action","object_type","object_id","about","set","refused","detail","previous_hash","hash"',
    );
    expect(line).toBe(
      `"7","2026-11-15T11:02:00.000Z","u1","A, ""B""","dial_saved","dial","d1","'${about}","","no","{""version"":2}","p","h"`,
    );
  },
);
