import { describe, expect, test } from 'vitest';
import { moveEntry, removeEntry, setOverrides } from '#domain/bucket/edit.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { MAX_STEPS, openCopy, type WorkingAction, type WorkingCopy, workingCopy } from './workingCopy.ts';

const entry = (dial_id: string, max_line?: number) => ({
  dial_id,
  version: 1,
  overrides: max_line === undefined ? {} : { max_line },
});
const START: BucketEntries = ['a', 'b', 'c', 'd'].map((id) => entry(id));
const ids = (entries: BucketEntries) => entries.map(({ dial_id }) => dial_id).join('');
const after = (copy: WorkingCopy, ...actions: WorkingAction[]) => actions.reduce(workingCopy, copy);
const change = (next: BucketEntries, what = 'Changed'): WorkingAction => ({ kind: 'change', next, what });
const undo: WorkingAction = { kind: 'undo' };
const redo: WorkingAction = { kind: 'redo' };
const override = (entries: BucketEntries, dial_id: string, value: number) =>
  setOverrides(entries, [{ dial_id, key: 'max_line', value }], () => ({}));

describe('the working copy', () => {
  test('a change is one step for undo and redo', () => {
    const moved = after(openCopy(START), change(moveEntry(START, 'd', 1), 'Moved d to 1'));
    expect(ids(moved.entries)).toBe('dabc');
    expect(moved.past.at(-1)?.what).toBe('Moved d to 1');
    const back = after(moved, undo);
    expect(back.entries).toBe(START);
    expect(back.future.at(-1)?.what).toBe('Moved d to 1');
    expect(ids(after(back, redo).entries)).toBe('dabc');
    expect(after(back, redo).future).toEqual([]);
  });

  test('a change without effect is no step', () => {
    const copy = openCopy(START);
    expect(after(copy, change(START))).toBe(copy);
    expect(after(copy, change(START.map((each) => ({ ...each }))))).toBe(copy);
    expect(after(copy, undo)).toBe(copy);
    expect(after(copy, redo)).toBe(copy);
  });

  test('an unparsable text is removed and restored with its dial', () => {
    const pending = new Map([['b', { max_line: 'five' }]]);
    const typed = after(openCopy(START), { kind: 'change', next: START, what: 'Typed five', pending });
    expect([typed.pending, typed.past.length]).toEqual([pending, 1]);
    const removed = after(typed, { kind: 'change', next: removeEntry(START, 'b'), what: 'Removed b', pending });
    expect(removed.pending.size).toBe(0);
    expect(after(removed, undo).pending).toEqual(pending);
    expect(after(removed, undo, undo).pending.size).toBe(0);
  });

  test('a new change clears the redo steps', () => {
    const copy = after(openCopy(START), change(moveEntry(START, 'd', 1)), undo, change(removeEntry(START, 'b')));
    expect(copy.future).toEqual([]);
    expect(ids(after(copy, redo).entries)).toBe('acd');
  });

  test('keeps the last 200 steps without copying entries', () => {
    let copy = openCopy(START);
    for (let step = 1; step <= MAX_STEPS + 5; step += 1) copy = after(copy, change(override(copy.entries, 'a', step)));
    expect(copy.past).toHaveLength(MAX_STEPS);
    expect(copy.past[0]?.entries[0]?.overrides.max_line).toBe(5);
    expect(copy.past[0]?.entries[1]).toBe(START[1]);
  });

  test('after a save the base is the server’s state; undo still works, as unsaved work', () => {
    const changed = after(openCopy(START), change(moveEntry(START, 'd', 1)));
    const answer = changed.entries.map((each) => ({ ...each }));
    const saved = after(changed, { kind: 'saved', base: answer, sent: changed.entries });
    expect(saved.base).toBe(saved.entries);
    expect(saved.entries).toBe(changed.entries);
    const undone = after(saved, undo);
    expect(ids(undone.entries)).toBe('abcd');
    expect(ids(undone.base)).toBe('dabc');
  });

  test('edits made during a save stay', () => {
    const sent = after(openCopy(START), change(moveEntry(START, 'd', 1)));
    const typing = after(sent, change(override(sent.entries, 'b', 7)));
    const saved = after(typing, { kind: 'saved', base: sent.entries.map((each) => ({ ...each })), sent: sent.entries });
    expect(ids(saved.base)).toBe('dabc');
    expect(saved.base.find(({ dial_id }) => dial_id === 'b')?.overrides).toEqual({});
    expect(saved.entries.find(({ dial_id }) => dial_id === 'b')?.overrides).toEqual({ max_line: 7 });
  });

  test('on top of someone else’s save, mine stays; undo reverts mine and none of theirs', () => {
    const mine = after(openCopy(START), change(override(START, 'b', 7)));
    const theirs = removeEntry(override(START, 'a', 9), 'd');
    const merged = after(mine, { kind: 'rebase', base: theirs });
    expect(merged.entries).toEqual([entry('a', 9), entry('b', 7), entry('c')]);
    expect(merged.base).toEqual(theirs);
    expect(after(merged, undo).entries).toEqual(theirs);
  });

  test('mine stays also when they save twice, and after a redo', () => {
    const mine = after(
      openCopy(START),
      change(override(START, 'b', 7)),
      change(override(override(START, 'b', 7), 'c', 6)),
    );
    const first = removeEntry(START, 'd');
    const second = override(first, 'a', 9);
    const merged = after(mine, undo, { kind: 'rebase', base: first }, { kind: 'rebase', base: second });
    expect(merged.entries).toEqual([entry('a', 9), entry('b', 7), entry('c')]);
    expect(after(merged, redo).entries).toEqual([entry('a', 9), entry('b', 7), entry('c', 6)]);
    expect(after(merged, redo, undo, undo).entries).toEqual(second);
  });

  test('the choice decides what both changed', () => {
    const mine = after(openCopy(START), change(override(START, 'b', 7)));
    const theirs = override(START, 'b', 8);
    expect(after(mine, { kind: 'rebase', base: theirs }).entries[1]).toEqual(entry('b', 7));
    const choices = new Map([['b max_line', 'theirs' as const]]);
    expect(after(mine, { kind: 'rebase', base: theirs, choices }).entries[1]).toEqual(entry('b', 8));
  });

  test('a reset is a step: undo restores the work, unsaved', () => {
    const work = after(openCopy(START), change(override(START, 'b', 7)));
    const reset = after(work, { kind: 'reset', base: START.slice(0, 2), what: 'Reset to live version' });
    expect(ids(reset.entries)).toBe('ab');
    expect(reset.base).toBe(reset.entries);
    expect(after(reset, undo).entries).toBe(work.entries);
    expect(ids(after(reset, undo).base)).toBe('ab');
  });
});
