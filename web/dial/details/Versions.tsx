import { ActionIcon, Button, Menu } from '@mantine/core';
import IconSwap from '@tabler/icons-react/dist/esm/icons/IconArrowsLeftRight.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Dial, DialVersionSummary } from '#contract/dial.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { type Pair } from '#web/dial/query.ts';
import { DialDifference } from '#web/rule/Difference.tsx';
import { labelOfChange } from '#web/rule/changeWords.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import { Timeline, type TimelineItem } from '#web/kit/Timeline.tsx';
import { likelyPair, newestPublished, pairText, withParam } from './detailsAddress.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './Versions.module.css';

type VersionsCardProps = Readonly<{ dial: Dial; comparing: boolean }>;

export function VersionsCard({ dial, comparing }: VersionsCardProps) {
  const [search] = useSearchParams();
  const now = useNow();
  const newest = newestPublished(dial)?.version;
  const pair = likelyPair(dial.version, dial.versions);

  const item = ({ version, state, status, reason, saved_at, saved_by }: DialVersionSummary): TimelineItem => {
    return {
      name: `v${version}`,
      when: <Time moment={saved_at} format={formatDayOrTime} now={now} />,
      text: reason,
      who: saved_by.name,
      look: lookOf(state, status, version === newest),
      to: withParam(search, 'version', version === newest ? undefined : String(version)),
      shown: version === dial.version,
      ...(status !== 'superseded' && { chip: <StatusChip status={status} /> }),
    };
  };

  return (
    <Card
      title="Versions"
      {...(pair && {
        aside: comparing ? (
          <PageLink to={withParam(search, 'compare', undefined)} className="ls-link ls-medium">
            Close comparison
          </PageLink>
        ) : (
          <PageLink to={withParam(search, 'compare', pairText(pair))} state={OPENED} className="ls-link ls-medium">
            Compare two
          </PageLink>
        ),
      })}
    >
      <Timeline items={dial.versions.map(item)} label="Versions" moreLabel={(count) => `${count} earlier versions`} />
    </Card>
  );
}

function lookOf(state: Dial['state'], status: Dial['status'], newest: boolean): TimelineItem['look'] {
  if (state === 'draft') return 'open';
  if (status === 'active') return 'live';
  return newest ? 'newest' : 'past';
}

/** Passed with the link that opens the comparison, so that the focus follows. */
const OPENED = { opened: 'comparison' } as const;

type ComparisonProps = Readonly<{ dial: Dial; pair: Pair }>;

/** The differences of any two versions, field by field. The URL names them. */
export function Comparison({ dial, pair }: ComparisonProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation() as { state: unknown };
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const show = (next: Pair | undefined) =>
    void navigate(withParam(search, 'compare', next && pairText(next)), { replace: true });

  useEffect(() => {
    if (isOpened(state)) heading.current?.focus();
  }, [state]);

  return (
    <section className={`ls-card ${classes.comparison}`} aria-labelledby={id}>
      <div className={`ls-row ls-wrap ls-rule-below ${classes.head}`}>
        <h2 id={id} ref={heading} tabIndex={-1} className="ls-title">
          What changed
        </h2>
        <div className="ls-row ls-gap-4">
          <VersionPicker
            label="From"
            version={pair.from}
            taken={pair.to}
            versions={dial.versions}
            onPick={(from) => show({ ...pair, from })}
          />
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label="Swap the two versions"
            onClick={() => show({ from: pair.to, to: pair.from })}
          >
            <IconSwap size={15} aria-hidden />
          </ActionIcon>
          <VersionPicker
            label="To"
            version={pair.to}
            taken={pair.from}
            versions={dial.versions}
            onPick={(to) => show({ ...pair, to })}
          />
        </div>
        <ActionIcon
          variant="subtle"
          size={28}
          className="ls-push"
          aria-label="Close comparison"
          onClick={() => show(undefined)}
        >
          <IconClose size={15} aria-hidden />
        </ActionIcon>
      </div>
      <Changes dial={dial} pair={pair} />
    </section>
  );
}

function Changes({ dial, pair }: ComparisonProps) {
  const query = useApiQuery(
    'diffDialVersions',
    { params: { dialId: dial.id }, query: pair },
    { placeholderData: keepPreviousData },
  );
  if (query.data === undefined) return <Loaded query={query} skeleton={4} className="ls-pad" />;
  const { from, to, changes } = query.data;
  if (changes.length === 0)
    return (
      <p className="ls-pad ls-ink-2">
        Version {from} and version {to} are identical.
      </p>
    );
  return (
    <ul
      className={`ls-list ls-ruled ${classes.changes}`}
      aria-busy={query.isPlaceholderData}
      aria-label={`From v${from} to v${to}`}
    >
      {changes.map((change) => (
        <li key={`${change.kind} ${labelOfChange(change)}`}>
          <DialDifference change={change} />
        </li>
      ))}
    </ul>
  );
}

function isOpened(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'opened' in state && state.opened === OPENED.opened;
}

type VersionPickerProps = Readonly<{
  label: string;
  version: number;
  /** The other one: a version is not compared with itself. */
  taken: number;
  versions: readonly DialVersionSummary[];
  onPick: (version: number) => void;
}>;

function VersionPicker({ label, version, taken, versions, onPick }: VersionPickerProps) {
  return (
    <Menu width={340} position="bottom-start" classNames={{ itemLabel: 'ls-clip' }}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconOpen size={13} aria-hidden />}>
          <span className={`ls-normal ls-ink-3 ${classes.from}`}>{label}</span> v{version}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={`ls-scroll ${classes.menu}`}>
        <Menu.RadioGroup value={String(version)} onChange={(picked) => onPick(Number(picked))}>
          {versions.map((each) => (
            <Menu.RadioItem
              key={each.version}
              value={String(each.version)}
              disabled={each.version === taken}
              closeMenuOnClick
            >
              <span className="ls-row ls-base">
                <strong className={`ls-bold ls-fixed ${classes.number}`}>v{each.version}</strong>
                <span className="ls-clip ls-ink-3">
                  {each.state === 'draft' ? `Draft. ${each.reason}` : each.reason || 'First version'}
                </span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
