import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ComparedPair } from './comparedDial.ts';
import { describeOverlap } from './compareRows.ts';
import classes from './ComparePanel.module.css';

/** Whether their order matters. */
export function ApartNote({ sides: [a, b] }: Readonly<{ sides: ComparedPair }>) {
  const words = a && b && describeOverlap(a.dial.data, b.dial.data, a.position < b.position ? 'A' : 'B');
  return (
    <div role="status">
      {words && (
        <div className={`ls-gap-10 ${classes.apart}`}>
          <IconInfo size={16} stroke={1.75} aria-hidden className={`ls-fixed ${classes.apartIcon}`} />
          <p>
            <b>{words.verdict}</b> {words.reason}
          </p>
        </div>
      )}
    </div>
  );
}
