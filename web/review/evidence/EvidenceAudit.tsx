import type { EvidenceRead } from './EvidencePaper.tsx';
import { utcText } from './utcText.ts';
import classes from './Evidence.module.css';

/** The chain of records; each hash covers the record and the hash before it. */
export function EvidenceAudit({ audit, audit_cut }: Pick<EvidenceRead, 'audit' | 'audit_cut'>) {
  return (
    <section aria-label="Audit records" className={classes.part}>
      <h3>Audit records</h3>
      <p className={classes.quiet}>
        {audit_cut
          ? `The newest ${audit.length.toLocaleString('en-GB')} records of this bucket, in the order they were written. Older ones are on the audit page.`
          : 'Every change of this bucket, in the order it was written.'}{' '}
        What each record says in full is in the file.
      </p>
      <table className={classes.table} aria-label="Audit records">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">When</th>
            <th scope="col">By</th>
            <th scope="col">What</th>
            <th scope="col">Hash</th>
          </tr>
        </thead>
        <tbody>
          {audit.map(({ seq, at, by, action, hash }) => (
            <tr key={seq}>
              <td>{seq}</td>
              <td className={classes.when}>{utcText(at)}</td>
              <td>{by?.name ?? ''}</td>
              <td>{action.replaceAll('_', ' ')}</td>
              <td className={classes.hash}>{hash}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
