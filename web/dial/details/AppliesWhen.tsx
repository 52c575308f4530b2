import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, type DialDimensions } from '#domain/dimension/registry.ts';
import { sentence } from '#domain/dial/sentence.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { Phrase } from '#domain/dimension/words.ts';
import { Card } from '#web/kit/Card.tsx';
import { DimensionValue } from '#web/dimension/kind/shows.tsx';
import { agree } from '#web/kit/plural.ts';
import classes from './AppliesWhen.module.css';

type AppliesWhenProps = Readonly<{ dimensions: DialDimensions; nameOption: NameOption }>;

/** When the dial applies: first as a person would say it, then one row for each dimension that is set. */
export function AppliesWhen({ dimensions, nameOption }: AppliesWhenProps) {
  const set = listSetDimensions(dimensions);
  const open = DIMENSION_KEYS.length - set.length;
  return (
    <Card title="Applies when" padded={false}>
      <p className={`ls-break ${classes.sentence}`}>
        {capital(sentence(dimensions, nameOption)).map(({ text, fact }, index) =>
          fact ? (
            <strong key={index} className="ls-bold">
              {text}
            </strong>
          ) : (
            text
          ),
        )}
      </p>
      {set.length > 0 && (
        <dl>
          {set.map(({ key, dimension, value }) => (
            <div key={key} className={`ls-rule ${classes.row}`}>
              <dt className="ls-ink-3">{dimension.label}</dt>
              <dd className={classes.value}>
                <DimensionValue dimension={dimension} value={value} nameOption={nameOption} as="Show" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open > 0 && (
        <p className={`ls-small ls-loose ls-ink-3 ls-sunken ls-rule ${classes.foot}`}>
          {openWords(open, set.length > 0)}
        </p>
      )}
    </Card>
  );
}

function capital(phrases: readonly Phrase[]): readonly Phrase[] {
  const [first, ...rest] = phrases;
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest] : [];
}

function openWords(count: number, more: boolean): string {
  return `${count}${more ? ' more' : ''} ${agree(count, 'dimension is', 'dimensions are')} not set, so any value matches.`;
}
