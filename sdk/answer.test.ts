import { describe, expect, test } from 'vitest';
import { InvalidRiskError } from './answer.ts';
import { ask, open, server, useFeedServer } from './testing/client.ts';
import { documentOf } from './testing/feed.ts';
import { signer } from './testing/world.ts';

useFeedServer();

describe('an answer', () => {
  test('has the values, who set them, why the others did not, and what was approved', async () => {
    const inputs = [
      {
        version: 12,
        document: documentOf([
          { dial_id: 'a', name: 'Facilities', journeys: ['facility'], values: { max_line: 1 } },
          { dial_id: 'b', name: 'Cyber', values: { max_line: 2_000_000 }, overrides: { policy_share_cap: 25 } },
        ]),
      },
    ];
    await server.publish(signer, { sequence: 412, inputs });
    expect(ask(await open())).toEqual({
      reason: 'evaluated',
      values: { max_line: 2_000_000, policy_share_cap: 25 },
      winners: {
        max_line: { value: 2_000_000, dial_id: 'b', name: 'Cyber', version: 1, source: 'dial' },
        policy_share_cap: { value: 25, dial_id: 'b', name: 'Cyber', version: 1, source: 'override' },
      },
      dials: [
        { dial_id: 'a', name: 'Facilities', miss: { by: 'journeys', wants: ['facility'], has: 'new_business' } },
        { dial_id: 'b', name: 'Cyber', miss: null },
      ],
      bucket: { partner: 9101, cob: 'cargo', version: 12, appetite: 0.9, approved: expect.stringMatching(/^\w{64}$/) },
      sequence: 412,
    });
  });

  test('of a stopped bucket and of none has no values, and says so', async () => {
    await server.publish(signer, { sequence: 1, inputs: [{ stopped: true, document: documentOf([]) }] });
    const client = await open();
    expect(ask(client)).toMatchObject({ reason: 'stopped', values: {}, bucket: { version: 1 } });
    expect(ask(client, 9109)).toMatchObject({ reason: 'no-bucket', values: {}, bucket: null });
  });

  test('comes from the next version from its day on', async () => {
    const document = documentOf([{ dial_id: 'a', values: { max_line: 1 } }]);
    const next = { document: documentOf([{ dial_id: 'a', values: { max_line: 2 } }]), from: '2027-01-01' };
    await server.publish(signer, { sequence: 1, inputs: [{ version: 5, document, next }] });
    const client = await open();
    const on = (date: string) => client.evaluate({ partner: 9101, cob: 'cargo', risk: { date } });
    expect(on('2026-12-31')).toMatchObject({ values: { max_line: 1 }, bucket: { version: 5 } });
    expect(on('2027-01-01')).toMatchObject({ values: { max_line: 2 }, bucket: { version: 6 } });
  });

  test('is an error with every mistake of an invalid risk', async () => {
    await server.publish(signer, { sequence: 1 });
    const client = await open();
    const risk = { date: 'today', dimensions: { colour: 'red' } };
    const evaluate = () => client.evaluate({ partner: 9101, cob: 'cargo', risk });
    expect(evaluate).toThrow(InvalidRiskError);
    expect(evaluate).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ path: 'date' }), expect.objectContaining({ path: 'dimensions.colour' })],
      }),
    );
  });
});
