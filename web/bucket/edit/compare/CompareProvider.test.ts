import { describe, expect, test } from 'vitest';
import { type CompareAction, type CompareState, EMPTY_COMPARISON, reduceCompare } from './CompareProvider.tsx';

const send = (dial_id: string): CompareAction => ({ type: 'send', dial_id });
const drop = (dial_id: string, index: 0 | 1): CompareAction => ({ type: 'drop', dial_id, index });
const after = (...actions: CompareAction[]): CompareState => actions.reduce(reduceCompare, EMPTY_COMPARISON);
const dials = ({ slots }: CompareState) => slots.map((slot) => slot?.dial_id);

describe('the two slots of the comparison', () => {
  test('sent dials fill A, then B, and open the panel', () => {
    expect(after(send('x'))).toMatchObject({ open: true });
    expect(dials(after(send('x')))).toEqual(['x', undefined]);
    expect(dials(after(send('x'), send('y')))).toEqual(['x', 'y']);
  });

  test('by key a third dial replaces the older one, whichever slot it is in', () => {
    expect(dials(after(send('x'), send('y'), send('z')))).toEqual(['z', 'y']);
    expect(dials(after(send('x'), send('y'), send('z'), send('w')))).toEqual(['z', 'w']);
    expect(dials(after(drop('y', 1), drop('x', 0), send('z')))).toEqual(['x', 'z']);
  });

  test('a dropped dial replaces the one it is dropped on', () => {
    expect(dials(after(send('x'), send('y'), drop('z', 0)))).toEqual(['z', 'y']);
    expect(dials(after(send('x'), send('y'), drop('z', 1)))).toEqual(['x', 'z']);
    expect(dials(after(drop('z', 1)))).toEqual([undefined, 'z']);
  });

  test('a dial is never in both slots; dropped on the other side the two swap', () => {
    const two = after(send('x'), send('y'));
    expect(reduceCompare(two, send('x'))).toBe(two);
    expect(reduceCompare(two, drop('x', 0))).toBe(two);
    expect(dials(reduceCompare(two, drop('x', 1)))).toEqual(['y', 'x']);
    expect(dials(after(send('x'), drop('x', 1)))).toEqual([undefined, 'x']);
  });

  test('removing a dial frees its slot; closing empties both', () => {
    const two = after(send('x'), send('y'));
    expect(dials(reduceCompare(two, { type: 'remove', index: 0 }))).toEqual([undefined, 'y']);
    expect(dials(after(send('x'), send('y'), { type: 'remove', index: 0 }, send('z')))).toEqual(['z', 'y']);
    expect(reduceCompare(two, { type: 'close' })).toEqual(EMPTY_COMPARISON);
  });
});
