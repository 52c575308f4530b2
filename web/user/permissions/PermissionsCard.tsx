import { useId, type ReactNode, useState } from 'react';
import { CANNOT_GRANT_MISSING, CANNOT_WIDEN_OWN, findUngrantable } from '#domain/user/person-change.ts';
import { Card } from '#web/kit/Card.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { PermissionMatrix, RoleShortcuts } from './PermissionMatrix.tsx';
import type { PermissionEdit } from './usePermissionEdit.ts';
import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconRead from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconHas from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLacks from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { allows, EVERY_PERMISSION, type Permissions } from '#domain/user/permission.ts';
import { ABILITY_TEXTS } from '#domain/user/permission-words.ts';
import classes from './PermissionsCard.module.css';

type PermissionsCardProps = Readonly<{ edit: PermissionEdit; editable: boolean }>;

export function PermissionsCard({ edit, editable }: PermissionsCardProps) {
  const { current, becomes, choices, count, isOwn, grantable } = edit;
  const reasonId = useId();
  const locked = editable && findUngrantable(grantable, current, EVERY_PERMISSION).length > 0;
  return (
    <Card
      title="Permissions"
      padded={false}
      {...(editable && { note: 'Takes effect at once for changes and votes, within minutes for what they see' })}
      {...(count > 0 && {
        aside: (
          <span className="ls-chip ls-bold" data-tone="amber">
            {plural(count, 'unsaved change')}
          </span>
        ),
      })}
    >
      {editable && <SaveNotice edit={edit} />}
      {editable && (
        <div className={`ls-rule-below ${classes.line}`}>
          <RoleShortcuts
            becomes={becomes}
            onFill={edit.fill}
            isRefused={(to) => findUngrantable(grantable, current, to).length > 0}
          />
        </div>
      )}
      {locked && (
        <p id={reasonId} className={`ls-rule-below ls-ink-2 ${classes.line}`}>
          {isOwn ? CANNOT_WIDEN_OWN : CANNOT_GRANT_MISSING}
        </p>
      )}
      <PermissionMatrix
        current={current}
        choices={choices}
        onSet={editable ? edit.set : undefined}
        grantable={grantable}
        lockedBy={locked ? reasonId : undefined}
      />
    </Card>
  );
}

/** Why the permissions cannot be or were not saved. The boxes stay as set. */
function SaveNotice({ edit }: Readonly<{ edit: PermissionEdit }>) {
  const { failure, refusal } = edit;
  if (failure?.stale) return <StaleNotice edit={edit} message={failure.detail} />;
  if (refusal !== undefined) return <Line tone="red" title={refusal} />;
  if (failure === undefined) return null;
  return <Line tone="red" title={failure.title} text={failure.detail} />;
}

/** Someone saved in between; the server's message says who and when. */
function StaleNotice({ edit: { count, readAgain }, message }: Readonly<{ edit: PermissionEdit; message: string }>) {
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState('Read again to see both sides, then save.');
  const yours = agree(count, 'Your change is still here.', `Your ${plural(count, 'change')} are still here.`);
  const read = async () => {
    setReading(true);
    const failed = await readAgain();
    if (failed !== undefined) setProblem(failed);
    setReading(false);
  };
  return (
    <Line tone="amber" title={message} text={`${yours} ${problem}`}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRead size={14} aria-hidden />}
        loading={reading}
        onClick={() => void read()}
      >
        Read again
      </Button>
    </Line>
  );
}

type LineProps = Readonly<{ tone: 'red' | 'amber'; title: string; text?: string; children?: ReactNode }>;

function Line({ tone, title, text, children }: LineProps) {
  return (
    <div role="alert" className={`ls-notice ls-row ls-top ls-gap-10 ${classes.notice}`} data-tone={tone}>
      <IconWarning size={16} aria-hidden />
      <div className="ls-grow">
        <p className="ls-bold">{title}</p>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}

type PlainWordsCardProps = Readonly<{ current: Permissions; becomes: Permissions }>;

/** The same permissions in words; unsaved changes are marked. */
export function PlainWordsCard({ current, becomes }: PlainWordsCardProps) {
  return (
    <Card title="In plain words">
      <ul className="ls-grid ls-gap-10 ls-list">
        {ABILITY_TEXTS.map(({ text, needs }) => {
          const had = needs.every((need) => allows(current, need));
          const has = needs.every((need) => allows(becomes, need));
          return (
            <li
              key={text}
              className={`ls-row ls-top ls-ink-3 ${classes.word}`}
              data-has={has || undefined}
              data-lost={(had && !has) || undefined}
            >
              {has ? <IconHas size={15} stroke={2} aria-hidden /> : <IconLacks size={15} stroke={2} aria-hidden />}
              <span className="ls-grow ls-relative">
                {!has && <span className="ls-hidden">{had ? 'No longer: ' : 'Not: '}</span>}
                {had && !has ? <s>{text}</s> : text}
              </span>
              {has && !had && (
                <span className="ls-chip ls-tiny ls-bold" data-tone="green">
                  + new
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <p className="ls-notice ls-row ls-top ls-sunken ls-small ls-ink-2 ls-above-14">
        <IconLock size={14} stroke={1.75} aria-hidden />
        Nobody votes on a draft they worked on, or that brings in a dial they wrote, whatever is ticked here.
      </p>
    </Card>
  );
}
