import { KeyCaps } from '#web/kit/keys/KeyCaps.tsx';
import classes from './Palette.module.css';

/** The keys, and before anything is typed an example. */
export function PaletteFoot({ isEmpty, mayEdit }: Readonly<{ isEmpty: boolean; mayEdit: boolean }>) {
  const keys = [
    { keys: '↑ ↓', does: 'move' },
    { keys: 'Enter', does: 'open' },
    ...(mayEdit ? [{ keys: 'mod+Enter', does: 'edit' }] : []),
  ];
  return (
    <div className={`ls-row ls-wrap ls-gap-16 ls-small ls-ink-2 ls-sunken ls-rule ${classes.foot}`}>
      {keys.map((key) => (
        <span key={key.does} className="ls-inline">
          <KeyCaps keys={key.keys} /> {key.does}
        </span>
      ))}
      {isEmpty && <span>Try “9101 cyber”, “v6 excess” or a name</span>}
      <span className="ls-inline ls-push">
        <KeyCaps keys="mod+K" /> anywhere
      </span>
    </div>
  );
}
