import { useId } from 'react';
import { type Role, ROLE_TEXT, ROLES } from '#domain/user/role.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import classes from './RoleChoice.module.css';

type RoleChoiceProps = Readonly<{
  label: string;
  role: Role | undefined;
  onChange: (role: Role) => void;
  isRefused?: (role: Role) => boolean;
  errorId?: string | undefined;
  takesFocus?: boolean;
}>;

/** The presets of permissions, with what people with each of them do. */
export function RoleChoice({ label, role, onChange, isRefused, errorId, takesFocus = false }: RoleChoiceProps) {
  const name = useId();
  const first = useFocusAtFirst<HTMLInputElement>();
  return (
    <fieldset className={classes.roles} aria-describedby={errorId}>
      <legend className="ls-semi">{label}</legend>
      {ROLES.map((one) => (
        <label key={one} className={`ls-row ls-top ls-gap-10 ${classes.role}`} data-chosen={one === role || undefined}>
          <input
            type="radio"
            className="ls-radio"
            name={name}
            checked={one === role}
            disabled={isRefused?.(one) ?? false}
            onChange={() => onChange(one)}
            ref={takesFocus && one === (role ?? ROLES[0]) ? first : undefined}
          />
          <span className="ls-semi">
            {one}
            <span className="ls-small ls-normal ls-block ls-ink-2">{ROLE_TEXT[one]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
