import { describe, expect, test } from 'vitest';
import { describeActionText } from './action-text.ts';
import { bucketEvent, type DomainEvent, makeEvent, refusedEvent } from './event.ts';
import { LIVE_BUCKET_EVENTS, NOTIFIED_EVENTS } from './live.ts';
import { liveEventOf, notificationsOf, SYSTEM } from './projection.ts';
import { CARGO, ann, origin, round, voted, submitted, discounted, activated, saved, stopOf } from './testing.ts';
import { ACTION_TEXT_EVENTS, actionTextOf, actionTextForDrafts, EVENT_WORDS } from './words.ts';

describe('an event', () => {
  test.each<[DomainEvent, string]>([
    [voted, 'bucket'],
    [makeEvent('signed_in', 'ann', { name: 'Ann', email: 'a@example.test' }), 'person'],
    [makeEvent('sign_in_mode_changed', 'sign_in', { was: null, became: 'demo' }), 'setting'],
    [makeEvent('reference_added', 'brokers', { became: [] }), 'reference_list'],
    [makeEvent('dial_published', 'd1', { version: 1, name: 'One', reason: '' }), 'dial'],
  ])('%j is about a %s', ({ object }, type) => {
    expect(object.type).toBe(type);
  });

  test('that was refused names what would have happened', () => {
    const refusal = { because: 'stale', message: 'No.' };
    expect(refusedEvent({ attempt: 'bucket_submitted', id: '9101/cargo' }, refusal)).toEqual({
      action: 'bucket_change_refused',
      object: { type: 'bucket', id: '9101/cargo' },
      detail: { attempt: 'bucket_submitted', ...refusal },
    });
    expect(refusedEvent({ attempt: 'reference_deleted', id: 'brokers', code: 'X' }, refusal)).toMatchObject({
      action: 'reference_change_refused',
      object: { type: 'reference_list', id: 'brokers' },
      detail: { code: 'X', attempt: 'reference_deleted' },
    });
    expect(refusedEvent({ attempt: 'dial_imported', id: 'import', rows: 3 }, refusal)).toMatchObject({
      action: 'dial_import_refused',
      object: { type: 'dials', id: 'import' },
      detail: { rows: 3 },
    });
  });
});

describe('live events', () => {
  test('is the name of the event, with the bucket and its new revision', () => {
    const live = { kind: 'bucket_voted', ...CARGO, revision: '7', ...origin };
    expect(liveEventOf(voted, origin, () => '7')).toEqual(live);
  });

  test('is which dial was published or deleted', () => {
    const published = makeEvent('dial_published', 'd1', { version: 4, name: 'One', reason: '' });
    const deleted = makeEvent('dial_deleted', 'd1', { name: 'One', was: { published: 1, draft: null } });
    for (const event of [published, deleted])
      expect(liveEventOf(event, origin, () => '')).toEqual({ kind: event.action, dial_id: 'd1', ...origin });
  });

  test('is which portfolio was changed, and how', () => {
    const used = makeEvent('portfolio_used', 'p1', { name: 'Risks of 2025', was: null });
    expect(liveEventOf(used, origin, () => '')).toEqual({ kind: 'portfolio_used', portfolio_id: 'p1', ...origin });
  });

  test('is nothing of a vote that no longer counts, and nothing of people', () => {
    const invited = makeEvent('person_deactivated', 'rex', { was: [] });
    expect([discounted, invited].map((event) => liveEventOf(event, origin, () => ''))).toEqual([undefined, undefined]);
  });
});

const commented = bucketEvent('bucket_commented', CARGO, { round: 2, text: 'Why?', dial_id: null });
/** The words that a notification repeats. */
const CONTENT: Partial<Record<string, object>> = {
  bucket_voted: { choice: 'approve' },
  bucket_commented: { text: 'Why?' },
};

describe('who is notified', () => {
  test.each<[string, DomainEvent, readonly string[], string]>([
    ['of a submitted draft, who may vote', submitted, ['rex', 'vic'], 'ann'],
    ['of a vote, the authors', voted, ['sue'], 'ann'],
    ['of the end, everyone with a part in it', activated, ['sue', 'rex'], 'ann'],
    ['of a vote that no longer counts, everyone but whose it was', discounted, ['sue'], 'rex'],
    ['of a comment, everyone who takes part', commented, ['kim', 'rex', 'sue'], 'ann'],
  ])('[R15] %s; never whoever did it', (_what, event, people, by) => {
    const recipients = new Map(people.map((id) => [id, 1]));
    expect(notificationsOf([event], ann, () => round)).toEqual([
      {
        kind: event.action,
        by,
        bucket: '9101/cargo',
        set: null,
        proposal: null,
        recipients,
        choice: null,
        text: '',
        role: null,
        ...CONTENT[event.action],
      },
    ]);
  });

  test('[R15] of a saved draft, nobody', () => {
    expect(notificationsOf([saved], ann, () => round)).toEqual([]);
  });

  test('of a request for access, who may grant it; of its answer, whoever asked', () => {
    const request = makeEvent('person_access_requested', 'new', {
      role: 'Viewer',
      reason: 'To read',
      recipients: ['adm'],
    });
    const answered = makeEvent('person_access_declined', 'new', { role: 'Viewer', reason: 'No' });
    const about = { bucket: null, set: null, proposal: null, choice: null, role: 'Viewer' };
    const notify = (event: typeof request | typeof answered, by: string) =>
      notificationsOf([event], { id: by, name: by }, () => undefined);
    expect(notify(request, 'new')).toEqual([
      { kind: 'person_access_requested', by: 'new', ...about, text: 'To read', recipients: new Map([['adm', 1]]) },
    ]);
    expect(notify(answered, 'adm')).toEqual([
      { kind: 'person_access_declined', by: 'adm', ...about, text: 'No', recipients: new Map([['new', 1]]) },
    ]);
  });

  test('the editors of a draft of changes by others', () => {
    const joined = bucketEvent('bucket_draft_joined', CARGO, { editors: ['ann', 'sue'] });
    const recipients = new Map([['sue', 1]]);
    const at = { bucket: '9101/cargo', set: null, proposal: null, choice: null, text: '', role: null };
    const notification = { kind: 'bucket_draft_joined', by: 'ann', ...at, recipients };
    expect(notificationsOf([joined], ann, () => undefined)).toEqual([notification]);
  });

  test('[R43] of raised appetites once, who may confirm them; of the end, their proposer', () => {
    const raise = { proposal: 'p1', was: 1, becomes: 2 };
    const at = (partner: number) => ({ partner, cob: 'cargo' });
    const notify = (events: readonly DomainEvent[], by = ann) =>
      notificationsOf(events, by, () => ({ ...round, set: 's1' }), { confirmers: ['ann', 'rex', 'vic'] }).map(
        ({ kind, set, proposal, text, recipients }) => [kind, set, proposal, text, Object.fromEntries(recipients)],
      );
    const proposed = [9101, 9112].map((partner) =>
      bucketEvent('bucket_appetite_proposed', at(partner), { ...raise, reason: 'Renewal' }),
    );
    expect(notify(proposed)).toEqual([['bucket_appetite_proposed', null, 'p1', 'Renewal', { rex: 2, vic: 2 }]]);
    const rex = { id: 'rex', name: 'Rex' };
    const confirmed = { was: 1, became: 2, proposal: 'p1', proposed_by: 'ann' };
    const supersedes = { proposal: 'p1', proposed_by: 'ann', becomes: 2 };
    const ends = [
      bucketEvent('bucket_appetite_changed', at(9101), confirmed),
      bucketEvent('bucket_appetite_declined', at(9101), { ...raise, proposed_by: 'ann', reason: 'No' }),
      bucketEvent('bucket_appetite_changed', at(9112), { was: 1, became: 0, supersedes }),
      bucketEvent('bucket_appetite_changed', at(9120), { was: 1, became: 0 }),
      bucketEvent('bucket_appetite_withdrawn', at(9101), raise),
    ];
    expect(notify(ends, rex)).toEqual([
      ['bucket_appetite_changed', null, 'p1', '', { ann: 1 }],
      ['bucket_appetite_declined', null, 'p1', 'No', { ann: 1 }],
      ['bucket_appetite_changed', null, null, '', { ann: 1 }],
      ['bucket_appetite_changed', null, null, '', {}],
    ]);
  });

  test('of a decision once, with the deciding vote and its truncated comment', () => {
    const comment = 'Far too wide. '.repeat(30);
    const against = bucketEvent('bucket_voted', CARGO, { round: 2, choice: 'reject', comment, content_hash: 'a1' });
    const back = bucketEvent('bucket_sent_back', CARGO, { round: 2, content_hash: 'a1' });
    const [decision, ...others] = notificationsOf([against, back], ann, () => round);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({ kind: 'bucket_sent_back', choice: 'reject' });
    expect(decision?.text).toMatch(/^Far too wide\..+…$/);
    expect(decision?.text.length).toBeLessThan(245);
  });

  test('once for several buckets of a set, each person with the number of buckets that concern them', () => {
    const at = (partner: number) =>
      bucketEvent('bucket_activated', { partner, cob: 'cargo' }, { number: 3, content_hash: 'a1' });
    const rounds = new Map([
      ['9101/cargo', { ...round, set: 's1' }],
      ['9112/cargo', { ...round, set: 's1', authors: ['kim'] }],
      ['9120/cargo', { ...round, set: null }],
    ]);
    const notifications = notificationsOf([at(9101), at(9112), at(9120)], ann, (id) => rounds.get(id));
    expect(notifications.map(({ bucket, set, recipients }) => [bucket, set, Object.fromEntries(recipients)])).toEqual([
      ['9101/cargo', 's1', { sue: 1, rex: 2, kim: 1 }],
      ['9120/cargo', null, { sue: 1, rex: 1 }],
    ]);
  });
});

describe('[R36] a stop', () => {
  test('of several buckets is one notification for everyone who may edit, except who stopped them', () => {
    const inSet = { ...round, set: 'another' };
    const [only, ...more] = notificationsOf([stopOf(9101), stopOf(9112)], ann, () => inSet, {
      editors: ['ann', 'kim', 'sue'],
    });
    expect(more).toEqual([]);
    expect(only).toMatchObject({ kind: 'bucket_stopped', by: 'ann', bucket: '9101/cargo', set: null, text: 'Wrong' });
    expect(Object.fromEntries(only?.recipients ?? [])).toEqual({ kim: 2, sue: 2 });
  });
});

test('[R32][R34] what nobody did is told to authors and voters, without a name', () => {
  const stopped = bucketEvent('bucket_go_live_stopped', CARGO, {
    round: 2,
    live_on: '2027-01-01',
    message: 'Expired.',
  });
  const notifications = notificationsOf([activated, stopped], SYSTEM, () => round);
  expect(notifications).toMatchObject([
    { kind: 'bucket_activated', by: null },
    { kind: 'bucket_go_live_stopped', by: null, text: 'Expired.' },
  ]);
  for (const { recipients } of notifications) expect([...recipients.keys()]).toEqual(['sue', 'ann', 'rex']);
});

describe('the words', () => {
  test('name the actor of every live event and notification', () => {
    const named = new Set([...LIVE_BUCKET_EVENTS, ...NOTIFIED_EVENTS]);
    const withoutText = [...named].filter((name) => !ACTION_TEXT_EVENTS.includes(name));
    // Of these the actor is somebody else, or nobody.
    expect(withoutText).toEqual(['bucket_go_live_stopped', 'bucket_vote_discounted', 'bucket_unsignable']);
  });

  test('of an event that needs its detail', () => {
    expect(actionTextOf('dial_published', { version: 3 }).did).toBe('published version 3');
    expect(EVENT_WORDS.bucket_submitted.label).toBe('Submitted for review');
  });

  test.each([
    ['at 11:02', 'Ann approved the draft at 11:02; it is now live.'],
    [undefined, 'Ann approved the draft; it is now live.'],
  ])('with the time %s read: %s', (when, sentence) => {
    expect(describeActionText({ by: 'Ann', ...actionTextOf('bucket_activated') }, when)).toBe(sentence);
  });

  test.each([
    ['bucket_submitted', 9, 'Ann submitted 9 drafts for review.'],
    ['bucket_activated', 7, 'Ann approved 7 drafts; they are now live.'],
    ['bucket_sent_back', 2, 'Ann rejected 2 drafts; they can be edited again.'],
    ['bucket_voted', 1, 'Ann voted on this draft.'],
    ['bucket_draft_joined', 3, 'Ann added a bulk change to your draft.'],
  ] as const)('of %s on %i drafts at once read: %s', (action, drafts, sentence) => {
    expect(describeActionText({ by: 'Ann', ...actionTextForDrafts(action, drafts) })).toBe(sentence);
  });
});

describe('authority', () => {
  const detail = { change: 'remove_rule', text: 'Cargo: …', replaces: 'r1', became: null } as const;
  const groups = { administrators: ['ann', 'ada'] };
  const recipientsOf = (event: DomainEvent) =>
    notificationsOf([event], ann, () => round, groups).map(({ by, proposal, text, recipients }) => ({
      by,
      proposal,
      text,
      people: [...recipients.keys()],
    }));

  test('[R52] a proposal asks the other administrators, a decision answers whoever proposed', () => {
    const about = { by: 'ann', proposal: 'p1', text: 'Cargo: …' };
    expect(recipientsOf(makeEvent('authority_proposed', 'p1', detail))).toEqual([{ ...about, people: ['ada'] }]);
    const decided = makeEvent('authority_declined', 'p1', { ...detail, proposed_by: 'bob', reason: '' });
    expect(recipientsOf(decided)).toEqual([{ ...about, people: ['bob'] }]);
    expect(liveEventOf(decided, origin, () => '')).toMatchObject({ kind: 'authority_declined', authority_id: 'p1' });
  });

  test('[R56] everyone of the draft and the administrators hear that nobody can sign', () => {
    const event = bucketEvent('bucket_unsignable', CARGO, { round: 2, reasons: ['One of the two must be Sue'] });
    expect(recipientsOf(event)).toEqual([
      { by: null, proposal: null, text: 'One of the two must be Sue', people: ['sue', 'ann', 'ada'] },
    ]);
  });
});
