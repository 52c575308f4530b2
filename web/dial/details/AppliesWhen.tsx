import { DIMENSION_KEYS, type DialDimensions } from '#domain/dimension/registry.ts';
import { sentence, type NameOption, type Phrase } from '#domain/dial/sentence.ts';
import { Card } from '#web/kit/Card.tsx';
import { DimensionRow } from './DimensionRow.tsx';
import classes from './AppliesWhen.module.css';

export type AppliesWhenProps = Readonly<{ dimensions: DialDimensions; nameOption: NameOption }>;

/** When the dial applies: first as a person would say it, then one row for each dimension that is set. */
export function AppliesWhen({ dimensions, nameOption }: AppliesWhenProps) {
  const set = DIMENSION_KEYS.filter((key) => isSet(dimensions[key]));
  const open = DIMENSION_KEYS.length - set.length;
  return (
    <Card title="Applies when" padded={false}>
      <p className={classes.sentence}>
        {capital(sentence(dimensions, nameOption)).map(({ text, fact }, index) =>
          fact ? <strong key={index}>{text}</strong> : text,
        )}
      </p>
      {set.length > 0 && (
        <dl className={classes.rows}>
          {set.map((key) => (
            <DimensionRow key={key} dimension={key} value={dimensions[key]} />
          ))}
        </dl>
      )}
      {open > 0 && <p className={classes.foot}>{openWords(open, set.length > 0)}</p>}
    </Card>
  );
}

const isSet = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function capital(phrases: readonly Phrase[]): readonly Phrase[] {
  const [first, ...rest] = phrases;
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
}

function openWords(count: number, more: boolean): string {
  const dimensions = `${count}${more ? ' more' : ''} ${count === 1 ? 'dimension is' : 'dimensions are'}`;
  return `${dimensions} not set, so any value matches.`;
}
