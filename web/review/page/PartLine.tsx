import IconOverride from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import type { ChangePart, UntouchedDial, WholeDifference } from '#domain/review/set-change.ts';
import { VALUES } from '#domain/value/registry.ts';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { labelOfChange, valueText } from '#web/rule/changeWords.ts';
import { DialDifference } from '#web/rule/Difference.tsx';
import classes from './ReviewSet.module.css';

type PartLineProps = Readonly<{ part: ChangePart | WholeDifference; instead?: ChangePart | undefined }>;

/** One part of a change on one line. */
export function PartLine({ part, instead }: PartLineProps) {
  switch (part.kind) {
    case 'version':
      return null;
    case 'field':
      return <DialDifference change={part.change} />;
    case 'kept': {
      const { value, override, after } = part.kept;
      return (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <span className="ls-ink-3">{VALUES[value].label}</span>
          <b className="ls-num ls-violet">{valueText(value, override)}</b>
          <OverrideChip words="Override kept" />
          <span className="ls-ink-3">instead of {valueText(value, after)}</span>
        </p>
      );
    }
    case 'override': {
      const { move } = part;
      return (
        <div className={`ls-row ls-wrap ${classes.part}`}>
          <DialDifference
            change={{ kind: 'value', value: move.value, before: move.before, after: move.after }}
            isOverride={move.overridden}
          />
          <span className="ls-inline ls-gap-10">
            {move.overridden ? (
              <OverrideChip words="Override" />
            ) : (
              <span className="ls-chip">No longer overridden</span>
            )}
            {move.overridden &&
              instead?.kind === 'field' &&
              instead.change.kind === 'value' &&
              instead.change.after !== null && (
                <span className="ls-ink-3">instead of {valueText(move.value, instead.change.after)}</span>
              )}
          </span>
        </div>
      );
    }
    case 'whole': {
      const { kind, name, version, data, overrides } = part.change;
      const gone = kind === 'removed';
      return (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <span className="ls-chip" data-tone={gone ? 'red' : 'green'}>
            {gone ? 'Removed' : 'Added'}
          </span>
          <b className="ls-break">{name}</b>
          <span className="ls-tag">v{version}</span>
          {!gone && <SetsLine own={data.values} overrides={overrides} />}
        </p>
      );
    }
    case 'whole-difference':
      return <WholeDifferenceLines difference={part} />;
    case 'moved':
      return (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <b className="ls-break">{part.name}</b>
          <span className="ls-ink-3">{part.up ? 'is read earlier' : 'is read later'}</span>
        </p>
      );
  }
}

/** The values that a bucket loses or gets with a dial, other than the rest, and the version they come from. */
function WholeDifferenceLines({ difference }: Readonly<{ difference: WholeDifference }>) {
  const { name, change, version, instead, values } = difference;
  const outcome = change === 'added' ? 'is added' : 'disappears';
  return (
    <>
      {instead !== null && (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <b className="ls-break">{name}</b>
          <span className="ls-tag">v{version}</span>
          <span className="ls-ink-3">
            {outcome}, v{instead} in the others
          </span>
        </p>
      )}
      {values.map(({ value, here, there, overridden }) => (
        <p key={value} className={`ls-row ls-wrap ${classes.part}`}>
          <span className="ls-ink-3">{VALUES[value].label}</span>
          <b className={`ls-num ${overridden ? 'ls-violet' : ''}`}>{valueText(value, here)}</b>
          {overridden && <OverrideChip words="Override" />}
          <span className="ls-ink-3">
            {outcome}, {valueText(value, there)} in the others
          </span>
        </p>
      ))}
    </>
  );
}

/** The part of the shared change that a bucket does not get. */
export function missingText(part: ChangePart | UntouchedDial): string {
  switch (part.kind) {
    case 'untouched':
      return untouchedText(part);
    case 'whole':
      return `${part.change.name} ${part.change.kind === 'added' ? 'is not added' : 'is not removed'}`;
    case 'field':
      return `${labelOfChange(part.change)} does not change`;
    case 'kept':
      return `${VALUES[part.kept.value].label} is not overridden`;
    case 'override':
      return `${VALUES[part.move.value].label} does not change`;
    case 'moved':
      return `${part.name} stays in its place`;
    case 'version':
      return `${part.name} is not updated`;
  }
}

function untouchedText({ name, change, held, is_new }: UntouchedDial): string {
  if (held === null) return change === 'added' ? `${name} is not added` : `${name} was not in this bucket`;
  if (change === 'added') return `${name} is in this bucket already, at v${held}`;
  if (change === 'removed') return `${name} is not removed`;
  if (change === 'other') return `${name} does not change`;
  return is_new ? `${name} is at v${held} already` : `${name} stays at v${held}`;
}

function OverrideChip({ words }: Readonly<{ words: string }>) {
  return (
    <span className="ls-chip" data-tone="violet">
      <IconOverride size={12} stroke={2} aria-hidden />
      {words}
    </span>
  );
}
