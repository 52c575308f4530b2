import IconDraft from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { JOURNEYS, type DialData } from '#domain/dial/dial.ts';
import type { VersionStatus } from '#domain/dial/status.ts';
import { describeUse } from '#domain/dial/use.ts';
import { VALUE_KEYS, VALUES, type DialValues } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { activeWindow, windowProgress } from '#web/dial/activeWindow.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useFits } from '#web/base/page/useFits.ts';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { useSettings } from '#web/base/session/settings.tsx';
import { BucketsCard } from './BucketsCard.tsx';
import { PracticeCard } from './PracticeCard.tsx';
import { Comparison, VersionsCard } from './Versions.tsx';
import { newestPublished, openDraft, readPair, versionWords } from './detailsAddress.ts';
import { useDialActions } from './useDialActions.tsx';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { sentence } from '#domain/dial/sentence.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { capitalise, type Phrase } from '#domain/dimension/words.ts';
import { DimensionValue } from '#web/rule/shows.tsx';
import { agree } from '#web/kit/plural.ts';
import { useToday } from '#web/kit/useNow.ts';
import classes from './DialDetails.module.css';

/** One version of a dial: its values, when it applies, where it is used, and its history. */
export function DialDetails({ dial }: Readonly<{ dial: Dial }>) {
  const [search] = useSearchParams();
  const nameOption = useNameOption();
  const { actions, menu } = useDialActions(dial);
  const { id, data, versions, status } = dial;
  const pair = readPair(search, versions);
  const { hasDecisions } = useSettings();
  useSubject(data.name);
  return (
    <AppPage
      title={data.name}
      subtitle={[{ label: 'Dials', to: '/dials' }, { label: versionWords(dial) }]}
      parent={{ to: '/dials', name: 'Dials' }}
      status={<StatusChip status={status} />}
      fact={<UseFact dial={dial} />}
      actions={actions}
      menu={menu}
    >
      <div className={classes.layout}>
        <div className="ls-grid ls-gap-16">
          {pair && <Comparison dial={dial} pair={pair} />}
          <ValueTiles values={data.values} />
          <AppliesWhen data={data} nameOption={nameOption} />
          <BucketsCard dialId={id} name={data.name} newestPublished={newestPublished(dial)?.version} use={dial.use} />
        </div>
        <div className="ls-grid ls-gap-16">
          <WindowCard data={data} status={status} />
          {hasDecisions && dial.use.live.length > 0 && <PracticeCard dial={dial} />}
          <VersionsCard dial={dial} comparing={pair !== undefined} />
          <FactsCard data={data} />
        </div>
      </div>
    </AppPage>
  );
}

/** "v6 published; live: v5 in 2 buckets, v4 in 1", and the draft that is open. */
function UseFact({ dial }: Readonly<{ dial: Dial }>) {
  const newest = newestPublished(dial)?.version;
  const use = newest === undefined ? undefined : describeUse(newest, dial.use);
  return (
    <span className="ls-row ls-wrap">
      {use !== undefined && <span>{use}</span>}
      <DraftChip dial={dial} />
    </span>
  );
}

/** "v7 draft open", beside a published version. A link for those who may edit. */
function DraftChip({ dial }: Readonly<{ dial: Dial }>) {
  const may = useMay();
  const fits = useFits();
  const draft = openDraft(dial);
  if (draft === undefined || newestPublished(dial) === undefined || dial.state === 'draft') return null;
  const look = `ls-small ls-medium ls-pill ${classes.draft}`;
  const content = (
    <>
      <IconDraft size={12} aria-hidden />v{draft.version} draft open
    </>
  );
  const to = `/dial/${dial.id}`;
  if (!dial.abilities.edit || !may({ scope: 'dials', action: 'create' }) || !fits(to))
    return <span className={look}>{content}</span>;
  return (
    <PageLink to={to} className={look}>
      {content}
    </PageLink>
  );
}

/** The values the dial sets. */
function ValueTiles({ values }: Readonly<{ values: DialValues }>) {
  return (
    <div className={classes.frame}>
      <dl className={`ls-card ${classes.tiles}`} aria-label="Values">
        {VALUE_KEYS.map((key) => {
          const value = values[key];
          const isSet = value !== undefined;
          return (
            <div key={key} className={classes.tile}>
              <dt className="ls-small ls-ink-3">{VALUES[key].label}</dt>
              <dd className={`ls-num ${classes.value} ${isSet ? 'ls-bold' : `ls-normal ls-ink-3 ${classes.unset}`}`}>
                {isSet ? valueText(key, value) : 'Not set'}
              </dd>
              {isSet && <dd className="ls-tiny ls-ink-3">{VALUES[key].note}</dd>}
            </div>
          );
        })}
      </dl>
      {VALUE_KEYS.some((key) => values[key] === undefined) && (
        <p className="ls-small ls-ink-3 ls-above-8">Not set: the next matching dial decides</p>
      )}
    </div>
  );
}

function WindowCard({ data, status }: Readonly<{ data: DialData; status: VersionStatus }>) {
  const today = useToday();
  const { active_from, active_until } = data;
  const { from, until, elapsed, tone } = activeWindow({ status, active_from, active_until }, today);
  return (
    <Card>
      <div className={`ls-row ls-wrap ls-spread ls-small ls-ink-3 ${classes.window}`}>
        <h2 className="ls-normal">Active window</h2>
        <p className={tone === 'amber' ? 'ls-amber' : undefined}>{windowProgress(data, today)}</p>
      </div>
      <p className={classes.days}>
        <Days from={from} until={until} />
      </p>
      <div className={classes.track} data-tone={tone} aria-hidden>
        <div style={{ width: `${elapsed * 100}%` }} />
      </div>
    </Card>
  );
}

/** "1 Nov 2026 to no end", with the days bold. */
function Days({ from, until }: Readonly<{ from: string | undefined; until: string | undefined }>) {
  if (from === undefined && until === undefined) return 'Always';
  return (
    <>
      {from !== undefined && <strong className="ls-bold">{from}</strong>}
      <span className="ls-ink-3">{from === undefined ? 'Until ' : ' to '}</span>
      {until === undefined ? <span className="ls-ink-3">no end</span> : <strong className="ls-bold">{until}</strong>}
    </>
  );
}

function FactsCard({ data }: Readonly<{ data: DialData }>) {
  const none = <span className="ls-ink-3">none</span>;
  const facts: Readonly<Record<string, ReactNode>> = {
    Tags: data.tags.length === 0 ? none : <Tags tags={data.tags} />,
    Journeys: journeyWords(data.journeys),
    Authors: data.authors.length === 0 ? none : data.authors.join(', '),
    ...(data.description !== '' && { Description: data.description }),
  };
  return (
    <Card>
      <dl className={`ls-ruled ls-small ls-loose ${classes.facts}`} aria-label="Facts">
        {Object.entries(facts).map(([label, fact]) => (
          <div key={label}>
            <dt className="ls-ink-3">{label}</dt>
            <dd className="ls-lines">{fact}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Tags({ tags }: Readonly<{ tags: readonly string[] }>) {
  return (
    <ul className="ls-row ls-wrap ls-gap-6 ls-list">
      {tags.map((tag) => (
        <li key={tag}>
          <PageLink
            to={`/dials?${new URLSearchParams({ tag }).toString()}`}
            className={`ls-tiny ls-chip ${classes.tag}`}
          >
            {tag}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** "New business, renewal": one phrase, so only the first is capitalised. */
function journeyWords(journeys: DialData['journeys']): string {
  const labels = JOURNEYS.filter(({ value }) => journeys.includes(value)).map(({ label }) => label);
  if (labels.length === 0) return 'Every journey';
  return labels.map((label, index) => (index === 0 ? label : label.toLowerCase())).join(', ');
}

/** The page's skeleton; like every skeleton it appears only after 150 ms. */
export function DetailsSkeleton() {
  return (
    <div className="ls-appear">
      <p role="status" className="ls-hidden">
        Loading...
      </p>
      <div aria-hidden className={classes.layout}>
        <div className="ls-grid ls-gap-16">
          <div className={`ls-card ${classes.tiles}`}>
            {VALUE_KEYS.map((key) => (
              <div key={key} className={classes.tile}>
                <div className="ls-small ls-ink-3 ls-below-12">{VALUES[key].label}</div>
                <Skeleton lines={2} />
              </div>
            ))}
          </div>
          <Card title="Applies when" waiting={7} />
          <Card waiting={3} />
        </div>
        <div className="ls-grid ls-gap-16">
          <Card waiting={3} />
          <Card title="Versions" waiting={8} />
          <Card waiting={3} />
        </div>
      </div>
    </div>
  );
}

type AppliesWhenProps = Readonly<{ data: DialData; nameOption: NameOption }>;

/** When the dial applies: first in a sentence, then one row per set dimension. */
function AppliesWhen({ data, nameOption }: AppliesWhenProps) {
  const set = listSetDimensions(data.dimensions);
  const open = DIMENSION_KEYS.length - set.length;
  return (
    <Card title="Applies when" padded={false}>
      <p className={`ls-break ${classes.sentence}`}>
        {capitaliseFirst(sentence(data, nameOption)).map(({ text, fact }, index) =>
          fact ? (
            <strong key={index} className="ls-bold">
              {text}
            </strong>
          ) : (
            text
          ),
        )}
      </p>
      {set.length > 0 && (
        <dl>
          {set.map(({ key, dimension, value }) => (
            <div key={key} className={`ls-rule ${classes.row}`}>
              <dt className="ls-ink-3">{dimension.label}</dt>
              <dd className={classes.fact}>
                <DimensionValue dimension={dimension} value={value} nameOption={nameOption} as="Show" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open > 0 && (
        <p className={`ls-small ls-loose ls-ink-3 ls-sunken ls-rule ${classes.foot}`}>
          {openWords(open, set.length > 0)}
        </p>
      )}
    </Card>
  );
}

function capitaliseFirst(phrases: readonly Phrase[]): readonly Phrase[] {
  const [first, ...rest] = phrases;
  return first ? [{ ...first, text: capitalise(first.text) }, ...rest] : [];
}

function openWords(count: number, more: boolean): string {
  return `${count}${more ? ' more' : ''} ${agree(count, 'dimension is', 'dimensions are')} not set, so any value matches.`;
}
