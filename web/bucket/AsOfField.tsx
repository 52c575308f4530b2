import { useNavigate } from 'react-router';
import { versionAddress } from './address.ts';
import { DayField } from '#web/kit/DayField.tsx';
import { useToday } from '#web/kit/useNow.ts';

/** A link to the version of any past day. */
export function AsOfField({ day: shown }: Readonly<{ day: string | null }>) {
  const navigate = useNavigate();
  const today = useToday();
  return (
    <DayField
      label="As of"
      placeholder="Today"
      value={shown}
      onChange={(day) => void navigate(versionAddress(day === null ? undefined : { day }))}
      days={{ max: today }}
    />
  );
}
