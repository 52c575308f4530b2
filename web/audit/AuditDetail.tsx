import { Fragment, type ReactNode } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import type { BucketDiff } from '#domain/bucket/diff.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { useNameOption } from '#web/dial/query.ts';
import { DialDifferences } from '#web/rule/Difference.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { ChangeCounter, COUNTED_KINDS } from '#web/kit/ChangeCounter.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { detailLines, dialLines, overrideLines, type DetailLine } from './auditDetail.ts';
import { type NamedObject, describeDetail } from './auditSentences.ts';
import { auditAddress, refusalMessage } from './words.ts';
import classes from './Audit.module.css';

const MAX_LINES = 40;

/** The detail of a record in sentences; line by line where no description exists. */
export function AuditDetail({ row }: Readonly<{ row: AuditRow }>) {
  const refusal = refusalMessage(row);
  const description = describeDetail(row);
  const nameOption = useNameOption();
  const { sentences = [], dial, fields = [], dials, counts, granted = [], revoked = [] } = description ?? {};
  return (
    <div className={`ls-grid ls-gap-10 ${classes.detail}`}>
      {refusal !== undefined && <p>{refusal}</p>}
      {sentences.map((sentence, index) => (
        <p key={index} className="ls-break">
          {sentence.map((part, at) => (
            <Fragment key={at}>{typeof part === 'string' ? part : <Name of={part} names={row.names} />}</Fragment>
          ))}
        </p>
      ))}
      {counts !== undefined && (
        <p className="ls-row ls-wrap ls-gap-6">
          {COUNTED_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <ChangeCounter key={kind} kind={kind} count={counts[kind]} withLabel />
          ))}
        </p>
      )}
      {dial !== undefined && <Lines lines={dialLines(dial, nameOption)} />}
      <Fields changes={fields} />
      {dials !== undefined && <Dials diff={dials} names={row.names} />}
      <Permissions word="Granted" permissions={granted} tone="green" />
      <Permissions word="Revoked" permissions={revoked} tone="red" />
      {description === undefined && refusal === undefined && <Lines lines={detailLines(row.detail)} />}
      <p className="ls-small ls-ink-3">{`Record ${row.seq}, ${row.at}`}</p>
    </div>
  );
}

type Names = AuditRow['names'];

/** By name, with a link for those who may open it. */
function Name({ of: { type, id, version }, names }: Readonly<{ of: NamedObject; names: Names }>) {
  const may = useMay();
  const name = names[id] ?? (type === 'dial' ? 'an unknown dial' : 'an unknown person');
  const address = auditAddress({ object: { type, id } });
  if (address === undefined || names[id] === undefined || !may(address.needs))
    return <b className="ls-medium">{name}</b>;
  return (
    <PageLink to={version === undefined ? address.to : `${address.to}?version=${version}`} className="ls-name">
      {name}
    </PageLink>
  );
}

function Fields({ changes }: Readonly<{ changes: readonly DialChange[] }>) {
  if (changes.length === 0) return null;
  return (
    <div>
      <DialDifferences changes={changes} />
    </div>
  );
}

type Change = Readonly<{ id: string; version?: number; text: string; values?: readonly DetailLine[] }>;

/** The labels of each category, as in the change summary. */
const CHANGES: Readonly<Record<keyof BucketDiff, (diff: BucketDiff) => readonly Change[]>> = {
  added: ({ added }) =>
    added.map(({ entry: { dial_id: id, version, overrides }, position }) => ({
      id,
      version,
      text: ` v${version} at ${position}`,
      values: overrideLines({}, overrides),
    })),
  removed: ({ removed }) =>
    removed.map(({ entry: { dial_id: id, version }, position }) => ({
      id,
      version,
      text: ` v${version}, was at ${position}`,
    })),
  updated: ({ updated }) =>
    updated.map(({ dial_id: id, before, after }) => ({ id, version: after, text: ` from v${before} to v${after}` })),
  overridden: ({ overridden }) =>
    overridden.map(({ dial_id: id, before, after }) => ({ id, text: '', values: overrideLines(before, after) })),
  reordered: ({ reordered }) => reordered.map(({ dial_id: id, from, to }) => ({ id, text: ` from ${from} to ${to}` })),
};

function Dials({ diff, names }: Readonly<{ diff: BucketDiff; names: Names }>) {
  return COUNTED_KINDS.filter((kind) => diff[kind].length > 0).map((kind) => (
    <div key={kind} className={classes.kind}>
      <div>
        <ChangeCounter kind={kind} count={diff[kind].length} withLabel />
      </div>
      <ul className="ls-list ls-grid ls-gap-4">
        {CHANGES[kind](diff).map(({ id, version, text, values = [] }) => (
          <li key={id}>
            <Name of={{ type: 'dial', id, ...(version !== undefined && { version }) }} names={names} />
            {text}
            <Lines lines={values} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

type PermissionsProps = Readonly<{ word: string; permissions: readonly string[]; tone: 'green' | 'red' }>;

function Permissions({ word, permissions, tone }: PermissionsProps) {
  if (permissions.length === 0) return null;
  return (
    <div className={classes.kind}>
      <div>
        <span className="ls-chip ls-bold" data-tone={tone}>
          {word} {permissions.length}
        </span>
      </div>
      <ul className="ls-list ls-grid ls-gap-4">
        {permissions.map((permission) => (
          <li key={permission}>{permission}</li>
        ))}
      </ul>
    </div>
  );
}

/** The old value struck through, the new one beside it. */
function Lines({ lines }: Readonly<{ lines: readonly DetailLine[] }>): ReactNode {
  const list = useShowAll(lines, MAX_LINES);
  if (lines.length === 0) return null;
  return (
    <dl className={`ls-facts ls-gap-4 ${classes.lines}`}>
      {list.shown.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      {list.count > 0 && (
        <div>
          <dt />
          <dd>
            <ShowAll list={list} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Line({ label, was, became, text }: DetailLine) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {text}
        {was !== undefined && <del className="ls-ink-3">{was}</del>}
        {was !== undefined && became !== undefined && ' → '}
        {became !== undefined && <ins className={`ls-bold ${classes.became}`}>{became}</ins>}
      </dd>
    </div>
  );
}
