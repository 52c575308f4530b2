import { PageLink } from '#web/base/page/PageLink.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { TOUR_STEPS } from './tour.ts';
import classes from './HelpDialog.module.css';

type HelpDialogProps = Readonly<{
  /** The pages that the person may open; other steps have no link. */
  areas: readonly Readonly<{ to: string }>[];
  onClose: () => void;
}>;

/** The way of a change through the product, with links into it. */
export function HelpDialog({ areas, onClose }: HelpDialogProps) {
  return (
    <DialogFrame title="Help" size={620} onClose={onClose}>
      <p className="ls-ink-2">How a change becomes live, from a dial to the evidence.</p>
      <ol className={classes.steps}>
        {TOUR_STEPS.map(({ title, text, page, search = '', link }) => (
          <li key={title} className={classes.step}>
            <div className="ls-row ls-spread ls-gap-16">
              <h3 className="ls-semi">{title}</h3>
              {areas.some(({ to }) => to === page) && (
                <PageLink
                  to={`${page}${search}`}
                  className="ls-link ls-small"
                  aria-label={`${link}: ${title}`}
                  onClick={onClose}
                >
                  {link}
                </PageLink>
              )}
            </div>
            <p className="ls-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </DialogFrame>
  );
}
