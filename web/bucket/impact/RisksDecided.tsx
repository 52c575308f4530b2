import { FigureLink, Meter } from './Figures.tsx';
import { useDecided } from './ImpactProvider.tsx';

type RisksDecidedProps = Readonly<{
  dialId: string;
  name: string;
  /** Null where they are too few to be shown. */
  risks: number | null;
  /** All there are. */
  of: number;
  /** Whether Tab reaches it: of all rows only those of one can be reached. */
  reachable: boolean;
}>;

/** How many risks a dial decides a value of, and which share of all that is. */
export function RisksDecided({ dialId, name, risks, of, reachable }: RisksDecidedProps) {
  const show = useDecided()?.show;
  return (
    <div className="ls-grid ls-gap-4 ls-mid ls-right">
      <FigureLink
        share={risks === null ? { risks: 0, premium: null, few: true } : { risks, premium: null }}
        counted="risks"
        figure={{ of: 'decided', dial_id: dialId }}
        label={`Risks decided by ${name}`}
        onFigure={show}
        tabIndex={reachable ? 0 : -1}
        className="ls-ink-2 ls-right"
      />
      <Meter part={(risks ?? 0) / Math.max(1, of)} tracked />
    </div>
  );
}
