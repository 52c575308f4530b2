import IconWrong from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { useDeferredValue } from 'react';
import { useLocation } from 'react-router';
import { diffDials } from '#domain/dial/diff.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { useNameOption } from '#web/dial/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { DialDifferences } from '#web/rule/Difference.tsx';
import { useDraft } from './editor.ts';
import { stepOfAddress } from './steps.ts';
import classes from './AppliesWhen.module.css';
import layout from './DialEditor.module.css';

const HELP = {
  information:
    'Name, description, tags and authors are for the people who read the dial. Its dimensions, journeys and active window decide when it applies.',
  dimensions: 'A dimension left empty matches every risk. Square brackets include the bound, round ones leave it out.',
  values: 'A bucket can override these values for itself.',
} as const;

/** The rule as a sentence, while it is being edited. */
export function AppliesWhen() {
  const { pathname } = useLocation();
  return (
    <aside className={layout.panel} aria-label="What the draft says" tabIndex={0}>
      <Card title="Applies when" padded={false}>
        <div className={classes.parts}>
          <Sentence />
          <Changed />
        </div>
      </Card>
      <p className={`ls-small ls-ink-3 ls-above-12 ${classes.help}`}>{HELP[stepOfAddress(pathname).key]}</p>
    </aside>
  );
}

function Sentence() {
  const data = useDeferredValue(useDraft((snapshot) => snapshot.data));
  const errors = useDeferredValue(useDraft((snapshot) => snapshot.errors));
  const nameOption = useNameOption();
  const leftOut = errors.flatMap(({ path }) => {
    const [group, key] = path.split('.');
    return group === 'dimensions' ? dimensionOf(key as DimensionKey).label : [];
  });
  return (
    <div className={classes.body}>
      <p className={`ls-break ${classes.sentence}`}>
        {sentence(data, nameOption).map(({ text, fact }, index) =>
          fact ? (
            <strong key={index} className="ls-bold">
              {text}
            </strong>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </p>
      {leftOut.map((label) => (
        <p key={label} className={`ls-row ls-top ls-small ls-red ${classes.leftOut}`}>
          <IconWrong size={14} aria-hidden />
          {label} is left out until it is valid.
        </p>
      ))}
    </div>
  );
}

function Changed() {
  const base = useDraft((snapshot) => snapshot.base);
  const data = useDeferredValue(useDraft((snapshot) => snapshot.data));
  if (base?.previous === undefined) return null;
  const { previous, version } = base;
  const changes = diffDials(previous, data);
  return (
    <section
      className={`ls-stack ls-gap-10 ls-sunken ls-rule ${classes.changed}`}
      aria-label={`Changed from v${version - 1}`}
    >
      <h3 className="ls-small ls-normal ls-ink-2">Changed from v{version - 1}</h3>
      {changes.length === 0 && <p className="ls-small ls-ink-3">Nothing yet.</p>}
      <DialDifferences changes={changes} />
    </section>
  );
}
