import IconDiscard from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import type { Dial } from '#contract/dial.ts';
import type { HeaderAction } from '#web/kit/HeaderButton.tsx';
import type { HeaderMenuItem } from '#web/kit/HeaderMenu.tsx';
import type { PathStep } from '#web/kit/HeaderPath.tsx';
import { clockOrDay } from '#web/kit/clockOrDay.ts';
import { useDraft, useEditor } from './editor.ts';

export function headerPath(dial: Dial | undefined): readonly PathStep[] {
  return [{ label: 'Dials', to: '/dials' }, { label: whatIsEdited(dial) }];
}

function whatIsEdited(dial: Dial | undefined): string {
  if (dial === undefined) return 'New dial';
  return dial.version === 1
    ? 'Version 1, a first draft'
    : `Editing version ${dial.version}, starts from v${dial.version - 1}`;
}

type ActionsInput = Readonly<{
  dial: Dial | undefined;
  working: 'saving' | 'publishing' | undefined;
  onSave: () => void;
  onPublish: () => void;
}>;

export function headerActions({ dial, working, onSave, onPublish }: ActionsInput): readonly HeaderAction[] {
  const saving = working === 'saving';
  if (dial === undefined) return [{ label: 'Create Dial', variant: 'filled', onClick: onSave, loading: saving }];
  return [
    { label: 'Save Draft', variant: 'default', onClick: onSave, loading: saving },
    {
      label: 'Publish Dial',
      variant: 'filled',
      onClick: onPublish,
      loading: working === 'publishing',
      hidden: !dial.abilities.publish,
    },
  ];
}

export const headerMenu = (dial: Dial | undefined, onDiscard: () => void): readonly HeaderMenuItem[] => [
  {
    label: 'Discard draft',
    icon: <IconDiscard size={16} aria-hidden />,
    onClick: onDiscard,
    hidden: dial?.abilities.discard !== true,
  },
];

/** "Saved 10:42", and whether something has been written since. */
export function SavedFact() {
  const { dial, store } = useEditor();
  const dirty = useDraft(store.isDirty);
  if (dial === undefined) return null;
  return (
    <>
      Saved {clockOrDay(dial.saved_at)}
      {dirty && ', with changes since'}
    </>
  );
}
