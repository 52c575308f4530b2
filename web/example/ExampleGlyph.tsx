import IconPasses from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import { brokenOf } from '#domain/example/check.ts';
import { agree } from '#web/kit/plural.ts';
import type { Checked } from './checked.ts';
import classes from './Examples.module.css';

/** Passes: a disc with a check. Breaks: a disc with a cross. */
export function ExampleGlyph({ ok }: Readonly<{ ok: boolean }>) {
  const Icon = ok ? IconPasses : IconBreaks;
  return (
    <span className={`ls-fixed ls-relative ${ok ? 'ls-green' : 'ls-red'} ${classes.glyph}`}>
      <Icon size={16} aria-hidden />
      <span className="ls-hidden">{ok ? 'Passes' : 'Breaks'}</span>
    </span>
  );
}

/** "6 pass, 1 breaks" */
export function countWords(checked: readonly Checked[]): string {
  const broken = brokenOf(checked).length;
  const passing = checked.length - broken;
  return [
    ...(passing === 0 ? [] : [`${passing} ${agree(passing, 'passes', 'pass')}`]),
    ...(broken === 0 ? [] : [`${broken} ${agree(broken, 'breaks', 'break')}`]),
  ].join(', ');
}
