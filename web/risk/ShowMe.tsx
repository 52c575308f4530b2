import { Link, useLocation } from 'react-router';
import type { Risk } from '#domain/evaluation/risk.ts';
import { DEMONSTRATION, tryAddress } from './useTriedRisk.ts';

type ShowMeProps = Readonly<{ risk: Risk; what: string; label?: string; tabIndex?: number }>;

/** Opens Try a risk on the current page with the risk that demonstrates it. */
export function ShowMe({ risk, what, label = 'Show me', tabIndex }: ShowMeProps) {
  const { pathname, search } = useLocation();
  return (
    <Link
      to={tryAddress(`${pathname}${search}`, risk)}
      state={DEMONSTRATION}
      className="ls-link ls-fixed ls-nowrap"
      aria-label={`${label}: ${what}`}
      tabIndex={tabIndex}
      data-track="Show me"
    >
      {label}
    </Link>
  );
}
