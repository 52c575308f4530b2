import IconNew from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconChanged from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconSame from '@tabler/icons-react/dist/esm/icons/IconEqual.mjs';
import IconWrong from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Outcome } from './importPlan.ts';
import classes from './ImportTable.module.css';

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  wrong: 'Wrong',
};

const GLYPHS = { new: IconNew, changed: IconChanged, same: IconSame, wrong: IconWrong } as const;

export function OutcomeChip({ outcome }: Readonly<{ outcome: Outcome }>) {
  const Glyph = GLYPHS[outcome];
  return (
    <span className={classes.chip} data-outcome={outcome}>
      <Glyph size={13} stroke={2.2} aria-hidden />
      {OUTCOME_LABELS[outcome]}
    </span>
  );
}
