import { describePreparing } from '#domain/portfolio/portfolio.ts';
import { Meter } from './Figures.tsx';

/** The server generates the demo portfolio after its first start; whoever shows this asks again until it is there. */
export function PreparingPortfolio({ percent }: Readonly<{ percent: number }>) {
  const text = describePreparing(percent);
  return (
    <div className="ls-stack ls-gap-8">
      <p className="ls-ink-2">{text}</p>
      <div role="progressbar" aria-label={text} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <Meter part={percent / 100} tracked />
      </div>
    </div>
  );
}
