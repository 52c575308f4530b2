import { formatMoment, formatWithZone, type Moment } from './format.ts';

type TimeProps = Readonly<{
  moment: string;
  /** Defaults to `formatMoment`. */
  format?: (moment: Moment, now?: Date) => string;
  now?: Date | undefined;
  className?: string | undefined;
}>;

/** A moment in the person's time zone; the full date with the zone on hover. */
export function Time({ moment, format = formatMoment, now, className }: TimeProps) {
  return (
    <time dateTime={moment} title={formatWithZone(moment)} className={className}>
      {format(moment, now)}
    </time>
  );
}
