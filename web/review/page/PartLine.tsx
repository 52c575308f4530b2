import IconOverride from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import type { ChangePart } from '#domain/review/set-change.ts';
import { VALUES } from '#domain/value/registry.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { labelOfChange, valueText } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import classes from './ReviewSet.module.css';

/** One part of a change on one line. */
export function PartLine({ part, instead }: Readonly<{ part: ChangePart; instead?: ChangePart | undefined }>) {
  const nameOption = useNameOption();
  switch (part.kind) {
    case 'version':
      return null;
    case 'field':
      return <DialDifference change={part.change} nameOption={nameOption} />;
    case 'kept': {
      const { value, override, after } = part.kept;
      return (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <span className="ls-ink-3">{VALUES[value].label}</span>
          <b className="ls-num ls-violet">{valueText(value, override)}</b>
          <OverrideChip words="Override kept" />
          <span className="ls-ink-3">instead of {after === null ? 'not set' : valueText(value, after)}</span>
        </p>
      );
    }
    case 'override': {
      const { move } = part;
      return (
        <div className={`ls-row ls-wrap ${classes.part}`} data-overridden={move.overridden || undefined}>
          <DialDifference
            change={{ kind: 'value', value: move.value, before: move.before, after: move.after }}
            nameOption={nameOption}
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
    case 'moved':
      return (
        <p className={`ls-row ls-wrap ${classes.part}`}>
          <b className="ls-break">{part.name}</b>
          <span className="ls-ink-3">{part.up ? 'is read earlier' : 'is read later'}</span>
        </p>
      );
  }
}

/** The parts of the shared change that a bucket does not get. */
export function missingText(part: ChangePart): string {
  switch (part.kind) {
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

function OverrideChip({ words }: Readonly<{ words: string }>) {
  return (
    <span className="ls-chip" data-tone="violet">
      <IconOverride size={12} stroke={2} aria-hidden />
      {words}
    </span>
  );
}
