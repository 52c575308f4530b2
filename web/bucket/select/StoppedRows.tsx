import { bucketAddress, partnerText } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import type { Matrix } from './matrix.ts';

/** On a phone, in place of the layer of the matrix: the buckets that answer no risk. */
export function StoppedRows({
  matrix: { partners, rows },
  onWiden,
}: Readonly<{ matrix: Matrix; onWiden: () => void }>) {
  const stopped = rows.flatMap(({ cob, cells }) =>
    cells.flatMap((cell, index) => {
      const partner = partners[index];
      return cell?.isMatch && cell.stopped && partner ? [{ cell, name: `${cob.label}, ${partnerText(partner)}` }] : [];
    }),
  );
  return (
    <Card
      title={plural(stopped.length, 'stopped bucket')}
      aside={
        <button type="button" className="ls-link" onClick={onWiden}>
          Show all
        </button>
      }
      padded={false}
    >
      <ul className="ls-list ls-ruled">
        {stopped.map(({ cell, name }) => (
          <li key={name} className="ls-pad ls-row ls-spread ls-gap-12">
            <PageLink to={bucketAddress(cell)} className="ls-name ls-break">
              {name}
            </PageLink>
            <StatusChip status="stopped" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
