import { Fragment, type ReactNode, useId } from 'react';
import type { PersonRead } from '#web/user/query.ts';
import { Card } from '#web/kit/Card.tsx';
import classes from './ClaimsCard.module.css';

type Claims = NonNullable<PersonRead['claims']>['standard'];

/** What the last identity token said of the person: what every provider says, apart from what only this one does. */
export function ClaimsCard({ claims }: Pick<PersonRead, 'claims'>) {
  return (
    <Card title="Profile" note="From the last sign-in">
      {claims === null ? (
        <p className="ls-ink-3">No sign-in yet</p>
      ) : (
        <>
          <ClaimList title="Standard claims" claims={claims.standard} />
          <ClaimList title="Custom claims" claims={claims.custom} />
        </>
      )}
    </Card>
  );
}

function ClaimList({ title, claims }: Readonly<{ title: string; claims: Claims }>) {
  const id = useId();
  const entries = Object.entries(claims).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className={classes.group}>
      <h3 id={id} className="ls-small ls-bold ls-ink-2 ls-below-8">
        {title}
      </h3>
      {entries.length === 0 ? (
        <p className="ls-ink-3">none</p>
      ) : (
        <dl className={`ls-facts ls-gap-6 ${classes.claims}`} aria-labelledby={id}>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{breakable(claimText(value))}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function claimText(value: Claims[string]): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || 'none';
  return JSON.stringify(value);
}

/** Addresses are long: they break where one would break them by hand. */
const breakable = (text: string): ReactNode =>
  text.split(/(?<=[@/|])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
