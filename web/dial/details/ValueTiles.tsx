import { VALUE_KEYS, VALUES, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import classes from './ValueTiles.module.css';

const NOTES: Readonly<Record<ValueKey, string>> = {
  ignore_expiring_line: 'at renewal',
  lead_share_cap: 'of the lead line',
  max_line: 'USD',
  min_line: 'USD',
  policy_share_cap: 'of the policy',
};

/** What the dial sets. */
export function ValueTiles({ values }: Readonly<{ values: DialValues }>) {
  return (
    <div className={classes.frame}>
      <dl className={classes.tiles} aria-label="Values">
        {VALUE_KEYS.map((key) => {
          const value = values[key];
          return (
            <div key={key} className={classes.tile}>
              <dt className={classes.label}>{VALUES[key].label}</dt>
              <dd className={value === undefined ? classes.unset : classes.value}>
                {value === undefined ? 'Not set' : valueText(key, value)}
              </dd>
              <dd className={classes.note}>{value === undefined ? 'The next matching dial decides' : NOTES[key]}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
