import { JOURNEYS, type DialData } from '#domain/dial/dial.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import classes from './FactsCard.module.css';

export function FactsCard({ data }: Readonly<{ data: DialData }>) {
  return (
    <Card>
      <dl className={classes.facts} aria-label="Facts">
        <div className={classes.fact}>
          <dt>Tags</dt>
          <dd>{data.tags.length === 0 ? <None /> : <Tags tags={data.tags} />}</dd>
        </div>
        <div className={classes.fact}>
          <dt>Journeys</dt>
          <dd>{journeyWords(data.journeys)}</dd>
        </div>
        <div className={classes.fact}>
          <dt>Authors</dt>
          <dd>{data.authors.length === 0 ? <None /> : data.authors.join(', ')}</dd>
        </div>
        {data.description !== '' && (
          <div className={classes.fact}>
            <dt>Description</dt>
            <dd className={classes.prose}>{data.description}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

const None = () => <span className={classes.none}>none</span>;

function Tags({ tags }: Readonly<{ tags: readonly string[] }>) {
  return (
    <ul className={classes.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <PageLink to={`/dials?${new URLSearchParams({ tag }).toString()}`} className={classes.tag ?? ''}>
            {tag}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

/** "New business, renewal": one sentence's worth, so only the first has its capital. */
function journeyWords(journeys: DialData['journeys']): string {
  const labels = JOURNEYS.filter(({ value }) => journeys.includes(value)).map(({ label }) => label);
  if (labels.length === 0) return 'Every journey';
  return labels.map((label, index) => (index === 0 ? label : label.toLowerCase())).join(', ');
}
