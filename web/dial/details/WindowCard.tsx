import { useState } from 'react';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialStatus } from '#domain/dial/status.ts';
import { activeWindow, utcToday } from '#web/dial/show/activeWindow.ts';
import { Card } from '#web/kit/Card.tsx';
import { windowWords } from './windowWords.ts';
import classes from './WindowCard.module.css';

export type WindowCardProps = Readonly<{ data: DialData; status: DialStatus }>;

export function WindowCard({ data, status }: WindowCardProps) {
  const [today] = useState(utcToday);
  const { active_from, active_until } = data;
  const { from, until, elapsed, tone } = activeWindow({ status, active_from, active_until }, today);
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.label}>Active window</h2>
        <p className={classes.words} data-tone={tone}>
          {windowWords(data, today)}
        </p>
      </div>
      <p className={classes.days}>
        <Days from={from} until={until} />
      </p>
      <div className={classes.track} data-tone={tone} aria-hidden>
        <div className={classes.gone} style={{ width: `${elapsed * 100}%` }} />
      </div>
    </Card>
  );
}

/** "1 Nov 2026 to no end", with the days strong. */
function Days({ from, until }: Readonly<{ from: string | undefined; until: string | undefined }>) {
  if (from === undefined && until === undefined) return 'Always';
  const end = until === undefined ? <span className={classes.open}>no end</span> : <strong>{until}</strong>;
  return (
    <>
      {from !== undefined && <strong>{from}</strong>}
      <span className={classes.open}>{from === undefined ? 'Until ' : ' to '}</span>
      {end}
    </>
  );
}
