import { FigureLink, Meter } from './Figures.tsx';
import { useDecided } from './ImpactProvider.tsx';

type RisksDecidedProps = Readonly<{
  dialId: string;
  name: string;
  /** Null if too few to be shown. */
  risks: number | null;
  /** The total. */
  of: number;
  /** Whether it is a Tab stop: only those of one row are. */
  reachable: boolean;
}>;

/** How many risks a dial decides a value of, and their share of all. */
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
