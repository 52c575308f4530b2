import { expect, test } from 'vitest';
import { writeCard } from './card.ts';

const MESSAGE = {
  type: 'bucket_submitted',
  timestamp: '2026-11-18T09:00:00.000Z',
  data: {
    url: 'https://l.example/syndicate/9101/bucket/cargo/draft',
    bucket: { cob: 'cargo', class: 'Cargo', partner: { number: 9101, name: 'Alder' } },
    by: { id: 'u', name: 'Ada <b> & Co' },
    review: { description: 'Lower the cap', content_hash: 'h', live_on: '2027-01-01' },
  },
};

test('a card for Teams says what, who, why and the impact, and links', () => {
  const card = JSON.stringify(writeCard('teams', MESSAGE, { changed: 1, all: 4, day: '2027-01-01' }));
  for (const text of [
    'Cargo, 9101 Alder',
    'Ada <b> & Co',
    'Lower the cap',
    '25% of risks change on 1 Jan 2027',
    '2027-01-01',
  ])
    expect(card).toContain(text);
  expect(card).toContain('"type":"Action.OpenUrl"');
  expect(card).toContain(MESSAGE.data.url);
  expect(card).not.toContain('Action.Submit');
});

test('a card for Slack is escaped, and leaves out what is not known', () => {
  const card = JSON.stringify(writeCard('slack', MESSAGE, null));
  expect(card).toContain('Ada &lt;b&gt; &amp; Co');
  expect(card).not.toContain('Impact');
  expect(writeCard('slack', {}, null)).toMatchObject({ blocks: [{ type: 'header' }, { type: 'section' }] });
});

test('the standard format is the message itself', () => {
  expect(writeCard('standard', MESSAGE, { changed: 1, all: 4, day: null })).toBe(MESSAGE);
});
