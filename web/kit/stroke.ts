/** One press: a key, with or without Ctrl (on a Mac ⌘) and Shift. */
export type Stroke = Readonly<{ key: string; mod: boolean; shift: boolean }>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The pressed key; undefined with a modifier that we never use. */
export function readStroke({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed, mac = isMac()): Stroke | undefined {
  const [mod, other] = mac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (altKey || other || key === 'Shift' || key === 'Control' || key === 'Meta') return undefined;
  return { key: key.toLowerCase(), mod, shift: shiftKey };
}

/** "mod+shift+Z" is one stroke, "g r" are two. */
export const strokesOf = (keys: string): readonly Stroke[] =>
  keys.split(' ').map((part) => {
    const names = part.split('+');
    return { key: (names.at(-1) ?? '').toLowerCase(), mod: names.includes('mod'), shift: names.includes('shift') };
  });

/** Whether this press, after the previous one, completes the shortcut. */
export function matches([first, second]: readonly Stroke[], before: Stroke | undefined, now: Stroke): boolean {
  if (second === undefined) return isSame(first, now);
  return isSame(first, before) && isSame(second, now);
}

/** A sign like ? needs Shift on most keyboards, and matches with or without it. */
function isSame(expected: Stroke | undefined, pressed: Stroke | undefined): boolean {
  if (expected === undefined || pressed === undefined) return false;
  const isSign = expected.key.length === 1 && !/[\p{L}\p{N}]/u.test(expected.key);
  return expected.key === pressed.key && expected.mod === pressed.mod && (isSign || expected.shift === pressed.shift);
}

const nameOfMod = (mac: boolean): string => (mac ? '⌘' : 'Ctrl');

/** In a text: "mod+Enter" is "Ctrl Enter", on a Mac "⌘ Enter". */
export const writeKeys = (keys: string, mac = isMac()): string =>
  keys.replace(/\bmod\b/, nameOfMod(mac)).replaceAll('+', ' ');

/** For `aria-keyshortcuts`: "mod+Shift+Z" is "Control+Shift+Z", on a Mac "Meta+Shift+Z". */
export const ariaKeys = (keys: string, mac = isMac()): string => keys.replace(/\bmod\b/, mac ? 'Meta' : 'Control');

/** In an announcement: "mod+Z" is "Control Z", on a Mac "Command Z". */
export const speakKeys = (keys: string, mac = isMac()): string =>
  keys.replace(/\bmod\b/, mac ? 'Command' : 'Control').replaceAll('+', ' ');

const CAPS: Readonly<Record<string, string>> = { shift: 'Shift', enter: '↵' };

/** As printed on the keyboard: "mod+Enter" is Ctrl and ↵. Other text stays. */
export const capsOf = (keys: string, mac = isMac()): readonly string[] =>
  keys.split(/[ +]/).map((name) => {
    if (name === 'mod') return nameOfMod(mac);
    return CAPS[name.toLowerCase()] ?? (name.length > 1 ? name : name.toUpperCase());
  });
