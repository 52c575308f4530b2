import { sentence } from '#domain/dial/sentence.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { useNameOption } from '#web/dial/query.ts';
import type { EvidenceRead } from './EvidencePaper.tsx';
import classes from './Evidence.module.css';

/** The snapshot: each dial in the order it is read, when it applies, and what it sets in this bucket. */
export function EvidenceDials({ version, dials }: Pick<EvidenceRead, 'version' | 'dials'>) {
  const nameOption = useNameOption();
  const known = new Map(dials.map((dial) => [`${dial.dial_id} ${dial.version}`, dial]));
  return (
    <section aria-label="Dials" className={classes.part}>
      <h3>Dials</h3>
      {version.entries.length === 0 && <p className={classes.quiet}>No dial is in this version.</p>}
      {version.entries.length > 0 && (
        <table className={`${classes.table} ${classes.dials}`} aria-label="Dials in order">
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Dial</th>
              <th scope="col">Sets</th>
            </tr>
          </thead>
          <tbody>
            {version.entries.map((entry, index) => {
              const dial = known.get(`${entry.dial_id} ${entry.version}`);
              const says = dial ? sentence(dial.data.dimensions, nameOption) : [];
              return (
                <tr key={entry.dial_id}>
                  <td>{index + 1}</td>
                  <td>
                    <span className={classes.name}>{dial?.data.name ?? entry.dial_id}</span> v{entry.version}
                    <span className={classes.quiet}>{capital(says.map(({ text }) => text).join(''))}</span>
                  </td>
                  <td>{dial && <SetsLine own={dial.data.values} overrides={entry.overrides} />}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
