import type { DialChange } from '#domain/dial/diff.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { memberName } from './changeWords.ts';
import { UnsetNote } from './DifferenceNote.tsx';
import classes from './Difference.module.css';

export type SetDifferenceProps = Readonly<{
  change: Extract<DialChange, { kind: 'list' | 'options' }>;
  nameOption: NameOption;
}>;

/** What stayed is only there to compare with; what came or went is the news. */
const MOST = { kept: 6, moved: 40 } as const;

/** `United States`, `+ Canada`, struck `Mexico`. */
export function SetDifference({ change, nameOption }: SetDifferenceProps) {
  const name = (code: string) => memberName(change, code, nameOption);
  const { kept, added, removed } = change;
  return (
    <>
      <ul className={classes.chips}>
        {kept.slice(0, MOST.kept).map((code) => (
          <li key={code} className={classes.kept}>
            {name(code)}
          </li>
        ))}
        <More count={kept.length - MOST.kept} word="unchanged" />
        {added.slice(0, MOST.moved).map((code) => (
          <li key={code} className={classes.addedChip}>
            <span className="ls-hidden">added </span>
            <ins>
              <span aria-hidden>+ </span>
              {name(code)}
            </ins>
          </li>
        ))}
        <More count={added.length - MOST.moved} word="added" />
        {removed.slice(0, MOST.moved).map((code) => (
          <li key={code} className={classes.removedChip}>
            <span className="ls-hidden">removed </span>
            <del>{name(code)}</del>
          </li>
        ))}
        <More count={removed.length - MOST.moved} word="removed" />
      </ul>
      {change.kind === 'options' && <UnsetNote before={change.before} after={change.after} />}
    </>
  );
}

function More({ count, word }: Readonly<{ count: number; word: string }>) {
  return count > 0 ? (
    <li className={classes.more}>
      +{count} {word}
    </li>
  ) : null;
}
