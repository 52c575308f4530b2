import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import classes from './ChoiceGroup.module.css';

type ChoiceGroupProps<Value extends string> = Readonly<{
  id: string;
  label?: string;
  labelledBy?: string;
  options: readonly Readonly<{ value: Value; label: string }>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}>;

/** Any number of a few options, in their order, whichever was clicked first. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { id, label, labelledBy, options, value, onChange } = props;
  const toggle = (option: Value) =>
    onChange(
      options
        .map((each) => each.value)
        .filter((each) => (each === option ? !value.includes(each) : value.includes(each))),
    );
  return (
    <div id={id} role="group" aria-label={label} aria-labelledby={labelledBy} className="ls-row ls-wrap">
      {options.map((option) => (
        <label key={option.value} className={`ls-inline ls-gap-6 ls-medium ls-ink-2 ${classes.choice}`}>
          <input
            type="checkbox"
            className="ls-hidden"
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          <IconCheck size={13} stroke={2.5} className={classes.check} aria-hidden />
          {option.label}
        </label>
      ))}
    </div>
  );
}
