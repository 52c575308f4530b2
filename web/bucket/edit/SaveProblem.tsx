import { UnstyledButton } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { placeName, type Place } from '#web/bucket/draft/places.ts';
import type { Failure } from '#web/bucket/draft/useSaving.ts';
import classes from './SaveProblem.module.css';

type SaveProblemProps = Readonly<{
  failure: Failure;
  onShow: (place: Place) => void;
  onRetry?: (() => void) | undefined;
}>;

const MOST_NAMED = 5;

/** Why nothing was saved, above what is to be put right; each place leads there. */
export function SaveProblem({ failure, onShow, onRetry }: SaveProblemProps) {
  const { entries, lookup } = useEditor();
  const { title, detail, reference, places } = failure;
  if (places.length === 0)
    return (
      <div className={classes.problem}>
        <ErrorState title={title} {...(detail && { detail })} reference={reference} {...(onRetry && { onRetry })} />
      </div>
    );
  const more = places.length - MOST_NAMED;
  return (
    <div role="alert" className={`${classes.problem} ${classes.places}`}>
      <IconWarning size={16} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.title}>{title}</p>
        <ul className={classes.list}>
          {places.slice(0, MOST_NAMED).map((place) => (
            <li key={`${place.dial_id} ${place.key ?? ''}`}>
              <UnstyledButton className={classes.place} onClick={() => onShow(place)}>
                {placeName(place, entries, lookup)}
              </UnstyledButton>
              : {place.message}
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
    </div>
  );
}
