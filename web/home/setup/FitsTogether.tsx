import IconEdit from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconEngine from '@tabler/icons-react/dist/esm/icons/IconServer.mjs';
import IconPeople from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { numberWord } from '#domain/review/number.ts';
import { Card } from '#web/kit/Card.tsx';
import { useSettings } from '#web/base/session/settings.tsx';
import classes from './SetupSteps.module.css';

const PARTNERS = ['9101', '9112', '9120'];
/** Which of the three partners have a bucket. */
const CLASSES = [
  ['Cargo', [true, true, true]],
  ['Cyber', [true, 'shown', true]],
  ['Hull', [true, false, true]],
] as const;
const DIALS = ['The narrow exceptions', 'The usual cases', 'The base appetite'];

/** A picture of partners, classes, buckets and dials. */
export function FitsTogether() {
  const { requiredApprovals } = useSettings();
  return (
    <Card title="How it fits together">
      <div className={`ls-small ls-ink-3 ${classes.grid}`} aria-hidden>
        <span />
        {PARTNERS.map((partner) => (
          <span key={partner} className={classes.partner}>
            {partner}
          </span>
        ))}
        {CLASSES.map(([label, cells]) => [
          <span key={label}>{label}</span>,
          ...cells.map((cell, index) => (
            <span key={`${label} ${PARTNERS[index]}`} className={classes.cell} data-look={cell} />
          )),
        ])}
      </div>
      <p className="ls-small ls-ink-3 ls-above-12 ls-below-8">One bucket: dials, read from the top</p>
      <ol className="ls-list ls-grid ls-gap-6">
        {DIALS.map((dial, index) => (
          <li key={dial} className={`ls-small ls-row ${classes.dial}`}>
            <span className="ls-num ls-ink-3" aria-hidden>
              {index + 1}
            </span>
            {dial}
          </li>
        ))}
      </ol>
      <ul className="ls-list ls-grid ls-gap-10 ls-above-16 ls-ink-2">
        <li className="ls-row ls-top ls-gap-10">
          <IconEdit size={15} stroke={1.75} aria-hidden />
          An underwriter changes a draft and sees its impact.
        </li>
        <li className="ls-row ls-top ls-gap-10">
          <IconPeople size={15} stroke={1.75} aria-hidden />
          {numberWord(requiredApprovals)} others approve, and it is live.
        </li>
        <li className="ls-row ls-top ls-gap-10">
          <IconEngine size={15} stroke={1.75} aria-hidden />
          Rating engines read what is live.
        </li>
      </ul>
    </Card>
  );
}
