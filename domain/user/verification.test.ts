import { describe, expect, test } from 'vitest';
import { type ConfirmationRequest, explainUnverified, refuseConfirmation } from './verification.ts';

const request = (more: Partial<ConfirmationRequest> = {}): ConfirmationRequest => ({
  actor: { id: 'ada', isVerified: true },
  personId: 'pat',
  introductions: [
    { by: 'max', to: 'pat' },
    { by: null, to: 'ada' },
  ],
  ...more,
});

describe('[R27] a second person confirms', () => {
  test('someone whom another administrator invited', () => {
    expect(refuseConfirmation(request())).toBeUndefined();
  });

  test('someone the command line added, although it added both', () => {
    const introductions = [
      { by: null, to: 'pat' },
      { by: null, to: 'ada' },
    ];
    expect(refuseConfirmation(request({ introductions }))).toBeUndefined();
  });
});

describe('[R27] nobody confirms', () => {
  test.each<[string, Partial<ConfirmationRequest>, string]>([
    ['themselves', { personId: 'ada' }, 'your own identity'],
    ['anyone while not verified', { actor: { id: 'ada', isVerified: false } }, 'not verified'],
    ['whom they invited', { introductions: [{ by: 'ada', to: 'pat' }] }, 'You added or invited this person'],
    [
      'whom they invited before another person did',
      {
        introductions: [
          { by: 'ada', to: 'pat' },
          { by: 'max', to: 'pat' },
        ],
      },
      'You added or invited this person',
    ],
    ['who invited them', { introductions: [{ by: 'pat', to: 'ada' }] }, 'added or invited you'],
    [
      'who was invited by their own inviter',
      {
        introductions: [
          { by: 'max', to: 'pat' },
          { by: 'max', to: 'ada' },
        ],
      },
      'by the same person',
    ],
  ])('%s', (_whom, more, sentence) => {
    expect(refuseConfirmation(request(more))).toContain(sentence);
  });
});

test.each([
  [null, 'They have not used a sign-in link yet.'],
  [{ shownTo: 'Ada Admin' }, 'Their sign-in link was shown to Ada Admin.'],
  [{ shownTo: null }, 'Their sign-in link was shown at the command line.'],
])('says why someone is not verified: %j', (link, sentence) => {
  expect(explainUnverified({ link })).toBe(sentence);
});
