import { useHotkeys } from '@mantine/hooks';

type EditKeys = Readonly<{ save: () => void; undo: () => void; redo: () => void }>;

/** In a field, Ctrl Z belongs to the field. What a part of the page or a dialog answers itself is left to it. */
export function useEditKeys({ save, undo, redo }: EditKeys): void {
  const unless = (run: () => void) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || isInDialog(event.target)) return;
    event.preventDefault();
    run();
  };
  const options = { preventDefault: false };
  useHotkeys([
    ['mod+Z', unless(undo), options],
    ['mod+shift+Z', unless(redo), options],
    ['mod+Y', unless(redo), options],
  ]);
  useHotkeys(
    [
      [
        'mod+S',
        (event) => {
          if (!isInDialog(event.target)) save();
        },
      ],
    ],
    [],
  );
}

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[aria-modal="true"]') !== null;
