import type { ReactNode } from 'react';

type FactsProps = Readonly<{
  label?: string;
  labelledBy?: string;
  /** Side by side; one below the other without. */
  columns?: 2;
  className?: string | undefined;
  children: ReactNode;
}>;

/** A list of facts: what each is called, and what it is. */
export function Facts({ label, labelledBy, columns, className = '', children }: FactsProps) {
  return (
    <dl className={`ls-facts ${className}`} data-columns={columns} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </dl>
  );
}

type FactProps = Readonly<{
  label: string;
  /** As wide as all columns. */
  isWide?: boolean;
  /** The look of what it is. */
  className?: string | undefined;
  children: ReactNode;
}>;

/** One fact, in a list of Facts. */
export function Fact({ label, isWide, className, children }: FactProps) {
  return (
    <div data-wide={isWide}>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
