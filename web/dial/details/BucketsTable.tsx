import type { BucketUse } from '#contract/dial.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { valueText } from '#web/dimension/changeWords.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import classes from './BucketsCard.module.css';

export type BucketsTableProps = Readonly<{ uses: readonly BucketUse[]; newestPublished: number | undefined }>;

export function BucketsTable({ uses, newestPublished }: BucketsTableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Partner</th>
            <th scope="col" className={classes.number}>
              Position
            </th>
            <th scope="col">Version</th>
            <th scope="col">Override</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {uses.map((use) => (
            <tr key={`${use.cob} ${use.partner.number} ${use.status}`}>
              <td>
                <ClassName use={use} />
              </td>
              <td>
                {use.partner.number} {use.partner.name}
              </td>
              <td className={classes.number}>{use.position}</td>
              <td className={classes.versions}>
                <span className={classes.version}>v{use.version}</span>
                {newestPublished !== undefined && use.version < newestPublished && (
                  <span className={classes.newer}>v{newestPublished} available</span>
                )}
              </td>
              <td>
                <Overrides use={use} />
              </td>
              <td>
                <StatusChip status={use.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClassName({ use }: Readonly<{ use: BucketUse }>) {
  const mayView = useMay()({ scope: 'bucket', action: 'view' });
  const label = findClass(use.cob)?.label ?? use.cob;
  if (!mayView) return <span className={classes.name}>{label}</span>;
  const address = `/syndicate/${use.partner.number}/bucket/${use.cob}${use.status === 'active' ? '' : '/draft'}`;
  return (
    <PageLink to={address} className={classes.name ?? ''}>
      {label}
    </PageLink>
  );
}

function Overrides({ use: { overrides } }: Readonly<{ use: BucketUse }>) {
  const texts = VALUE_KEYS.flatMap((key) => {
    const value = overrides[key];
    return value === undefined ? [] : `${VALUES[key].label} ${valueText(key, value)}`;
  });
  if (texts.length === 0) return <span className={classes.without}>none</span>;
  return <span className={classes.override}>{texts.join(', ')}</span>;
}
