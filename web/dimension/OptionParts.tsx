import { Pill } from '@mantine/core';
import type { ReferenceOption } from '#contract/reference.ts';
import classes from './OptionsField.module.css';

type OptionLineProps = Readonly<{ option: ReferenceOption | undefined; withCode: boolean }>;

/** Code, meaning, group. */
export function OptionLine({ option, withCode }: OptionLineProps) {
  if (option === undefined) return null;
  return (
    <span className={classes.option}>
      {withCode && <span className={classes.optionCode}>{option.code}</span>}
      <span className={classes.optionName}>{option.label}</span>
      {option.group !== null && <span className={classes.optionGroup}>{option.group}</span>}
    </span>
  );
}

type OptionPillProps = OptionLineProps & Readonly<{ code: string; onRemove: (() => void) | undefined }>;

export function OptionPill({ code, option, withCode, onRemove }: OptionPillProps) {
  const name = option?.label ?? code;
  return (
    <Pill
      withRemoveButton
      {...(onRemove && { onRemove })}
      removeButtonProps={{ 'aria-label': `Remove ${withCode ? code : name}`, 'aria-hidden': false, tabIndex: -1 }}
      classNames={{ root: `${classes.pill}`, label: `${classes.pillLabel}` }}
      title={option === undefined ? 'No longer in the list of options' : name}
    >
      {withCode ? (
        <>
          <strong>{code}</strong> {option?.label}
        </>
      ) : (
        name
      )}
    </Pill>
  );
}
