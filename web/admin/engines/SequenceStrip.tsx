import { Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Engine, FeedRelease, ReleaseChanges } from '#contract/engine.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { cellAt, cellProps, useGridFocus } from '#web/kit/grid.ts';
import { Time } from '#web/kit/Time.tsx';
import { useMay } from '#web/base/session/session.tsx';
import type { Engines } from '#web/admin/query.ts';
import {
  changeAddress,
  fleetOf,
  describeChange,
  describeSeconds,
  describeSpan,
  isOpen,
  nameChange,
  versionsOf,
} from './engineText.ts';
import classes from './SequenceStrip.module.css';

type SequenceStripProps = Readonly<{ listed: Engines; at: Date }>;

/** The newest release of production at a glance. */
export function SequenceStrip({ listed: { current, engines, releases, usual_seconds }, at }: SequenceStripProps) {
  if (current === null) return null;
  const fleet = fleetOf(engines);
  const running = fleet.filter(({ sequence }) => sequence !== null && sequence >= current.sequence).length;
  const isCurrentOpen = isOpen(current, fleet);
  return (
    <dl className={`ls-card ls-fixed ${classes.strip}`}>
      <Fact label="Current sequence">
        <span className={`ls-num ls-block ${classes.big}`}>{current.sequence}</span>
        <Time moment={current.issued_at} now={at} className="ls-small ls-ink-3" />
      </Fact>
      <Fact label="What changed in it">
        <ChangeLink release={current} className="ls-bold" />
        <div className="ls-above-4">
          <ChangeWords changed={current.changed} />
        </div>
      </Fact>
      <Fact label="Run by, in production">
        <span className={`ls-num ls-block ${classes.big}`}>
          {fleet.length === 0 ? 'No engine' : `${running} of ${fleet.length}`}
        </span>
        <span className={classes.engines} aria-hidden>
          {fleet.map(({ id }, index) => (
            <span key={id} data-on={index < running || undefined} />
          ))}
        </span>
      </Fact>
      <Fact label="Until all in production ran it">
        <Bars releases={releases.toReversed()} fleet={fleet} at={at} />
        <span className="ls-small ls-block ls-num ls-ink-3">
          <b className={isCurrentOpen ? 'ls-amber' : 'ls-ink'}>
            Sequence {current.sequence}: {describeSpan(current, fleet, at)}
            {isCurrentOpen && usual_seconds !== null && ','}
          </b>
          {isCurrentOpen && usual_seconds !== null && ` usually ${describeSeconds(usual_seconds)}`}
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: Readonly<{ label: string; children: ReactNode }>) {
  return (
    <div className={classes.fact}>
      <dt className="ls-small ls-ink-3">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type ChangeLinkProps = Readonly<{
  release: Readonly<{ sequence: number; changed: ReleaseChanges }>;
  className?: string;
}>;

/** The name of what changed, a link to it. */
export function ChangeLink({ release, className = '' }: ChangeLinkProps) {
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  const to = changeAddress(release.changed);
  const name = nameChange(release);
  if (!mayOpen || to === undefined) return <span className={`ls-break ${className}`}>{name}</span>;
  return (
    <PageLink to={to} className={`ls-name ls-normal ${className}`}>
      {name}
    </PageLink>
  );
}

function ChangeWords({ changed }: Readonly<{ changed: ReleaseChanges }>) {
  const versions = versionsOf(changed);
  if (versions === undefined) return <span className="ls-small ls-ink-3">{describeChange(changed)}</span>;
  const [was, is] = versions;
  return (
    <span className="ls-row">
      <span className="ls-tag">{was}</span>
      <span aria-hidden>→</span>
      <span className="ls-hidden">became</span>
      <span className="ls-tag">{is}</span>
    </span>
  );
}

/** One bar a release, oldest first; arrows move, Enter opens what is behind it. */
type BarsProps = Readonly<{ releases: readonly FeedRelease[]; fleet: readonly Engine[]; at: Date }>;

function Bars({ releases, fleet, at }: BarsProps) {
  const { grid, stopIn, moveByKey, onFocus } = useGridFocus<HTMLDivElement>(
    { rows: 1, columns: releases.length },
    { row: 0, column: releases.length - 1 },
  );
  const [opened, setOpened] = useState<number>();
  const longest = Math.max(...releases.map(({ all_after_seconds }) => all_after_seconds ?? 0));
  return (
    <div
      ref={grid}
      role="group"
      aria-label="Last sequences"
      className={classes.bars}
      // Not the keys of an open popover, which is a child only in React.
      onKeyDown={(event) => cellAt(event.target) && moveByKey(event)}
      onFocus={onFocus}
    >
      {releases.map((release, index) => {
        const { sequence, all_after_seconds } = release;
        const span = describeSpan(release, fleet, at);
        const state = all_after_seconds !== null ? 'run' : isOpen(release, fleet) ? 'open' : 'unmeasured';
        return (
          <Popover
            key={sequence}
            opened={opened === sequence}
            onChange={(isOpen) => setOpened(isOpen ? sequence : undefined)}
            width={260}
            trapFocus
            returnFocus
          >
            <Popover.Target>
              <button
                type="button"
                className={`ls-plain ${classes.bar}`}
                aria-label={`Sequence ${sequence}: ${span}`}
                data-state={state}
                {...cellProps(0, index, stopIn(0))}
                onClick={() => setOpened(opened === sequence ? undefined : sequence)}
              >
                <span style={{ blockSize: `${HEIGHTS[state](all_after_seconds ?? 0, longest)}%` }} />
              </button>
            </Popover.Target>
            <Popover.Dropdown>
              <p className="ls-row ls-spread ls-base">
                <b className="ls-num">{sequence}</b>
                <Time moment={release.issued_at} now={at} className="ls-small ls-ink-3" />
              </p>
              <p className="ls-above-4">
                <ChangeLink release={release} />
              </p>
              <div className="ls-above-4">
                <ChangeWords changed={release.changed} />
              </div>
              <p className="ls-small ls-ink-3 ls-above-8">
                {all_after_seconds === null ? capitalise(span) : `All in production ran it after ${span}`}
              </p>
            </Popover.Dropdown>
          </Popover>
        );
      })}
    </div>
  );
}

/** In percent; the shortest is still visible. */
const HEIGHTS = {
  run: (seconds: number, longest: number) => Math.max(12, (100 * seconds) / (longest || 1)),
  open: () => 100,
  unmeasured: () => 6,
} as const;
