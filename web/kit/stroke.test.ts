import { expect, test } from 'vitest';
import { ariaKeys, capsOf, matches, readStroke, speakKeys, strokesOf, writeKeys } from './stroke.ts';

const press = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...modifiers,
});
const isPressed = (keys: string, pressed: ReturnType<typeof press>, mac = false) => {
  const stroke = readStroke(pressed, mac);
  return stroke !== undefined && matches(strokesOf(keys), undefined, stroke);
};

test.each([
  ['n', press('n'), true],
  ['n', press('n', { ctrlKey: true }), false],
  ['n', press('n', { altKey: true }), false],
  ['n', press('N', { shiftKey: true }), false],
  ['?', press('?', { shiftKey: true }), true],
  ['mod+K', press('k', { ctrlKey: true }), true],
  ['mod+K', press('k', { metaKey: true }), false],
  ['mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), false],
  ['mod+shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
  ['g r', press('r'), false],
])('%s matches %o: %s', (keys, pressed, expected) => {
  expect(isPressed(keys, pressed)).toBe(expected);
});

test('in a text the key of the platform is named', () => {
  expect(['mod+Enter', 'mod+Shift+Z', 'Enter', '↑↓', '/'].map((keys) => writeKeys(keys, false))).toEqual([
    'Ctrl Enter',
    'Ctrl Shift Z',
    'Enter',
    '↑↓',
    '/',
  ]);
  expect(writeKeys('mod+Enter', true)).toBe('⌘ Enter');
});

test('on a Mac the command key replaces Ctrl', () => {
  expect(isPressed('mod+K', press('k', { metaKey: true }), true)).toBe(true);
  expect(isPressed('mod+K', press('k', { ctrlKey: true }), true)).toBe(false);
  expect([capsOf('mod+K', true), capsOf('mod+Enter', false), capsOf('g r', false)]).toEqual([
    ['⌘', 'K'],
    ['Ctrl', '↵'],
    ['G', 'R'],
  ]);
});

test('a sequence matches two keys in order', () => {
  const [g, r] = [readStroke(press('g'), false), readStroke(press('r'), false)];
  expect(g && r && matches(strokesOf('g r'), g, r)).toBe(true);
  expect(g && r && matches(strokesOf('g r'), r, g)).toBe(false);
});

test('attributes and announcements name the key that a Mac has instead of Ctrl', () => {
  const keys = ['mod+Shift+Z', '/'];
  expect(keys.map((one) => ariaKeys(one, false))).toEqual(['Control+Shift+Z', '/']);
  expect(keys.map((one) => ariaKeys(one, true))).toEqual(['Meta+Shift+Z', '/']);
  expect([speakKeys('mod+Z', false), speakKeys('mod+Z', true)]).toEqual(['Control Z', 'Command Z']);
});
