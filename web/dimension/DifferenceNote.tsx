import classes from './Difference.module.css';

/** A dimension that is not set matches every risk: coming or going, that is the bigger news. */
export function UnsetNote({ before, after }: Readonly<{ before: boolean; after: boolean }>) {
  if (before && after) return null;
  return (
    <p className={classes.note}>
      {before ? 'No longer set: any value matches.' : 'Not set before: any value matched.'}
    </p>
  );
}
