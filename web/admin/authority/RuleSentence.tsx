import { Fragment, type ReactNode } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { skipToken } from '@tanstack/react-query';
import type { RuleContent, SignerRef } from '#contract/authority.ts';
import { type Condition, type ConditionKind, valueInSentence, writeLimit } from '#domain/authority/rule.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { partnerText } from '#web/bucket/address.ts';
import { Avatar } from '#web/kit/Avatar.tsx';
import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { type RuleBody } from '#web/admin/query.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { describePreview } from './authorityText.ts';
import styles from './Authority.module.css';

/** The conditions as they follow “when”, with the facts in bold. */
const CONDITIONS = {
  above: ({ value, limit }) => (
    <>
      {valueInSentence(value)} is above <b>{writeLimit(value, limit)}</b>
    </>
  ),
  changes: ({ of, percent }) => (
    <>
      more than <b>{percent}%</b> of {of} {of === 'risks' ? 'change' : 'changes'}
    </>
  ),
  appetite: () => (
    <>
      an appetite is <b>raised</b>
    </>
  ),
  restart: () => (
    <>
      a bucket is <b>restarted</b>
    </>
  ),
  always: () => (
    <>
      <b>anything</b> changes
    </>
  ),
} as const satisfies { [K in ConditionKind]: (condition: Extract<Condition, { kind: K }>) => ReactNode };

const showCondition = (condition: Condition): ReactNode => CONDITIONS[condition.kind](condition as never);

/** More classes or partners are only counted. */
const MAX_NAMES = 6;

/** A rule of authority as a sentence. */
export function RuleSentence({ rule }: Readonly<{ rule: RuleContent }>) {
  const approvals = useApprovalsWord();
  return (
    <p className={`ls-break ${styles.sentence}`}>
      {rule.classes.length === 0 ? (
        <b>Every class</b>
      ) : (
        <Names names={rule.classes.map((slug) => findClass(slug)?.label ?? slug)} more="classes" />
      )}
      {rule.partners.length > 0 && (
        <>
          {' of '}
          <Names names={rule.partners.map(partnerText)} more="partners" />
        </>
      )}
      {`: one of the ${approvals} must be `}
      <Joined
        word="or"
        items={rule.people.map((person) => ({ key: person.id, node: <PersonPill person={person} /> }))}
      />
      {rule.when.map((condition, index) => (
        <Fragment key={JSON.stringify(condition)}>
          {index === 0 ? ' when ' : ', or when '}
          {showCondition(condition)}
        </Fragment>
      ))}
      .
    </p>
  );
}

function Names({ names, more }: Readonly<{ names: readonly string[]; more: string }>) {
  const isLong = names.length > MAX_NAMES;
  const shown = isLong ? names.slice(0, MAX_NAMES - 1) : names;
  const items = shown.map((name) => ({ key: name, node: <b>{name}</b> }));
  if (!isLong) return <Joined word="and" items={items} />;
  const rest = names.slice(shown.length);
  return (
    <Joined
      word="and"
      items={[...items, { key: '', node: <span title={rest.join(', ')}>{`${rest.length} more ${more}`}</span> }]}
    />
  );
}

/** "A", "A and B", "A, B and C". */
function Joined({
  items,
  word,
}: Readonly<{ items: readonly Readonly<{ key: string; node: ReactNode }>[]; word: string }>) {
  return items.map(({ key, node }, index) => (
    <Fragment key={key}>
      {index > 0 && (index === items.length - 1 ? ` ${word} ` : ', ')}
      {node}
    </Fragment>
  ));
}

function PersonPill({ person: { name, can_sign } }: Readonly<{ person: SignerRef }>) {
  return (
    <span className={`ls-pill ${styles.person}`} data-tone={can_sign ? 'accent' : 'red'}>
      <Avatar name={name} size={22} />
      {name}
      {!can_sign && <span className="ls-normal">cannot vote</span>}
    </span>
  );
}

const PREVIEW_DELAY_MS = 300;

/** What the rule would have done to the drafts of the last days. */
export function RulePreview({ rule, people }: Readonly<{ rule: RuleBody | undefined; people: readonly string[] }>) {
  const [settled] = useDebouncedValue(rule, PREVIEW_DELAY_MS);
  const { data, error } = useApiQuery(
    'previewAuthorityRule',
    rule === undefined || settled === undefined ? skipToken : { body: { rule: settled } },
  );
  const text =
    error !== null
      ? 'What this rule would have done could not be checked.'
      : rule === undefined
        ? 'Complete the sentence to see what it would have done.'
        : data && people.length > 0
          ? describePreview(data, people)
          : '…';
  return (
    <p role="status" className={`ls-row ls-top ls-small ls-ink-2 ls-gap-6 ${styles.preview}`}>
      <IconInfo size={14} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
