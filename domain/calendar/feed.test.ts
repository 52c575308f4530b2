import { expect, test } from 'vitest';
import { calendarEvents, type DatedGoLive } from './feed.ts';

const PLACE = {
  publicUrl: 'https://lineslip.example',
  period: { from: '2026-10-19', today: '2026-11-18', to: '2027-11-19' },
};
const goLive = (day: string, state: DatedGoLive['state']): DatedGoLive => ({
  id: `${day} ${state}`,
  partner: 9101,
  partner_name: 'Alder',
  cob: 'cargo',
  day,
  state,
});
const listed = (...goLives: DatedGoLive[]) =>
  calendarEvents({ goLives, dials: [] }, PLACE).map(({ day, summary, url }) => [day, summary, url]);
const BUCKET = 'https://lineslip.example/syndicate/9101/bucket/cargo';

test('a go-live says what is known of it', () => {
  expect(
    listed(
      goLive('2027-01-01', 'asked'),
      goLive('2026-12-01', 'approved'),
      goLive('2026-11-17', 'approved'),
      goLive('2026-11-01', 'live'),
    ),
  ).toEqual([
    ['2026-11-01', 'Cargo, 9101 Alder went live', BUCKET],
    ['2026-11-17', 'Cargo, 9101 Alder has not gone live', `${BUCKET}/draft`],
    ['2026-12-01', 'Cargo, 9101 Alder goes live', `${BUCKET}/draft`],
    ['2027-01-01', 'Cargo, 9101 Alder may go live (not approved)', `${BUCKET}/draft`],
  ]);
});

test('what is out of the period, or was not approved in time, is left out', () => {
  expect(listed(goLive('2026-11-17', 'asked'), goLive('2026-10-18', 'live'), goLive('2027-11-20', 'approved'))).toEqual(
    [],
  );
});

test('a dial has its start and its end, each if it is in the period', () => {
  const dial = { id: 'd1', name: 'Specie', active_from: '2026-12-01', active_until: '2028-01-01' };
  const ended = { id: 'd2', name: 'Terrorism', active_from: '2025-01-01', active_until: '2026-11-01' };
  expect(calendarEvents({ goLives: [], dials: [dial, ended] }, PLACE)).toMatchObject([
    { uid: 'dial-ends-d2@lineslip.example', day: '2026-11-01', summary: 'Terrorism ends' },
    {
      uid: 'dial-starts-d1@lineslip.example',
      day: '2026-12-01',
      summary: 'Specie starts',
      url: 'https://lineslip.example/dials/d1',
    },
  ]);
});
