import type { DialData } from '#domain/dial/dial.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import classes from './UpdateDialog.module.css';

/** What the newest version says: when it applies, and what it sets. */
export function LatestVersion({ data }: Readonly<{ data: DialData }>) {
  const nameOption = useNameOption();
  return (
    <section className={classes.says} aria-label="What the newest version says">
      {data.reason !== '' && <p className={`ls-ink-2 ${classes.reason}`}>{data.reason}</p>}
      <p className={classes.sentence}>
        Applies when{' '}
        {sentence(data.dimensions, nameOption).map(({ text, fact }, index) =>
          fact ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
        )}
      </p>
      <dl className={classes.values}>
        {VALUE_KEYS.map((key) => {
          const value = data.values[key];
          return (
            <div key={key}>
              <dt>{VALUES[key].label}</dt>
              <dd data-unset={value === undefined || undefined}>
                {value === undefined ? 'Not set' : valueText(key, value)}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
