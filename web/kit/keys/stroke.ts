/** One press: a key, with Ctrl (on a Mac ⌘) and Shift or without. */
export type Stroke = Readonly<{ key: string; mod: boolean; shift: boolean }>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** What was pressed; nothing where a key is held that none of ours has. */
export function readStroke({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed, mac = isMac()): Stroke | undefined {
  const [mod, other] = mac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (altKey || other || key === 'Shift' || key === 'Control' || key === 'Meta') return undefined;
  return { key: key.toLowerCase(), mod, shift: shiftKey };
}

/** "mod+shift+Z" is one, "g r" are two. */
export const strokesOf = (keys: string): readonly Stroke[] =>
  keys.split(' ').map((part) => {
    const names = part.split('+');
    return { key: (names.at(-1) ?? '').toLowerCase(), mod: names.includes('mod'), shift: names.includes('shift') };
  });

/** Whether this press, after the one before it, ends what is asked for. */
export function matches([first, second]: readonly Stroke[], before: Stroke | undefined, now: Stroke): boolean {
  if (second === undefined) return isSame(first, now);
  return isSame(first, before) && isSame(second, now);
}

/** A sign like ? needs Shift on most keyboards, and is the same sign without. */
function isSame(asked: Stroke | undefined, pressed: Stroke | undefined): boolean {
  if (asked === undefined || pressed === undefined) return false;
  const isSign = asked.key.length === 1 && !/[\p{L}\p{N}]/u.test(asked.key);
  return asked.key === pressed.key && asked.mod === pressed.mod && (isSign || asked.shift === pressed.shift);
}

const CAPS: Readonly<Record<string, string>> = { shift: 'Shift', enter: '↵' };

/** As they stand on the keyboard: "mod+Enter" is Ctrl and ↵. What is written as it is shown stays so. */
export const capsOf = (keys: string, mac = isMac()): readonly string[] =>
  keys.split(/[ +]/).map((name) => {
    if (name === 'mod') return mac ? '⌘' : 'Ctrl';
    return CAPS[name.toLowerCase()] ?? (name.length === 1 ? name.toUpperCase() : name);
  });
