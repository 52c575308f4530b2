import { DialogFrame } from './Dialog.tsx';
import { useKeyGroups } from './keys.ts';
import { KeyCaps } from './KeyCaps.tsx';
import classes from './KeysDialog.module.css';

/** The shortcuts of the current page, and the global ones. */
export function KeysDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const groups = useKeyGroups();
  return (
    <DialogFrame title="Keys of this page" size={620} onClose={onClose}>
      <div className={classes.groups}>
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name} className={classes.group}>
            <h3 className="ls-small ls-ink-3 ls-normal">{name}</h3>
            <dl className={classes.keys}>
              {keys.map((line) => (
                <div key={line.keys} className={`ls-row ls-spread ls-gap-16 ${classes.line}`}>
                  <dt>{line.does}</dt>
                  <dd>
                    <KeyCaps keys={line.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
