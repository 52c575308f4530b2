import IconHas from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconLacks from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { allows, type Permissions } from '#domain/user/permission.ts';
import { PLAIN_WORDS } from '#domain/user/permission-words.ts';
import { Card } from '#web/kit/Card.tsx';
import classes from './PlainWordsCard.module.css';

type PlainWordsCardProps = Readonly<{ held: Permissions; becomes: Permissions }>;

/** The same permissions, as one would say them; what the unsaved boxes add or take is marked. */
export function PlainWordsCard({ held, becomes }: PlainWordsCardProps) {
  return (
    <Card title="In plain words">
      <ul className="ls-grid ls-gap-10 ls-list">
        {PLAIN_WORDS.map(({ text, needs }) => {
          const had = needs.every((need) => allows(held, need));
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
