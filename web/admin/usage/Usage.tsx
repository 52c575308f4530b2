import { grouped } from '#domain/dimension/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Card } from '#web/kit/Card.tsx';
import { DayChart, type UsageAnswer } from './DayChart.tsx';
import { right, Table } from '#web/kit/Table.tsx';
import classes from './Usage.module.css';

export function Usage({ usage }: Readonly<{ usage: UsageAnswer }>) {
  const { days, pages, searches, people } = usage;
  const nothing = searches.filter((search) => search.nothing > 0);
  return (
    <div className={classes.cards}>
      <div className={classes.wide}>
        <Card title="People per day" note={`${plural(people, 'person', 'people')} in all`}>
          <DayChart days={days} />
        </Card>
      </div>
      <Card title="Pages" padded={false}>
        <Counts
          heads={['Page', 'Views', 'People']}
          rows={pages.map(({ page, views, people: by }) => [page, views, by])}
          none="No page was viewed."
        />
      </Card>
      <Card title="Searches that found nothing" padded={false}>
        <Counts
          heads={['Page', 'Found nothing', 'Searches']}
          rows={nothing.map(({ page, nothing: found, searches: all }) => [page, found, all])}
          none={searches.length === 0 ? 'No searches.' : 'Every search found something.'}
        />
      </Card>
    </div>
  );
}

type CountsProps = Readonly<{
  heads: readonly [string, string, string];
  rows: readonly (readonly [string, number, number])[];
  none: string;
}>;

function Counts({ heads: [first, second, third], rows, none }: CountsProps) {
  if (rows.length === 0) return <p className="ls-pad ls-ink-2">{none}</p>;
  return (
    <Table columns={[first, right(second), right(third)]}>
      <tbody>
        {rows.map(([page, one, other]) => (
          <tr key={page}>
            <td className="ls-medium ls-break">{page}</td>
            <td className="ls-right">{grouped(one)}</td>
            <td className="ls-right">{grouped(other)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
