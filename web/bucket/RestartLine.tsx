import type { Bucket } from '#contract/bucket.ts';
import { describeRestart } from '#domain/bucket/stop.ts';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { useNow } from '#web/kit/useNow.ts';

/** The first thing that a review of a restart changes: which stop it ends. */
export function RestartLine({ stop }: Readonly<{ stop: NonNullable<Bucket['stop']> }>) {
  const now = useNow();
  return (
    <p className="ls-flex ls-gap-8">
      <span className="ls-fixed ls-red ls-above-2">
        <StatusGlyph status="stopped" />
      </span>
      <span className="ls-break">
        {describeRestart({ by: stop.by.name, when: inSentence(formatMoment(stop.at, now)), reason: stop.reason })}
      </span>
    </p>
  );
}
