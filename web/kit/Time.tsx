import { formatMoment, formatWithZone, type Moment } from './format.ts';

type TimeProps = Readonly<{
  moment: string;
  /** How it is written: `formatMoment` unless said otherwise. */
  format?: (moment: Moment, now?: Date) => string;
  now?: Date | undefined;
  className?: string | undefined;
}>;

/** A moment where the person is; the full date with the time zone on hover. */
export function Time({ moment, format = formatMoment, now, className }: TimeProps) {
  return (
    <time dateTime={moment} title={formatWithZone(moment)} className={className}>
      {format(moment, now)}
    </time>
  );
}
