import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import classes from './Replaced.module.css';

type ReplacedProps = Readonly<{
  before: string;
  after: string;
  /** Whether what is new is an override. */
  isOverride?: boolean;
  className?: string | undefined;
}>;

/** "2,500,000 → 3,500,000": struck through, an arrow, new. What stays is shown once. */
export function Replaced({ before, after, isOverride = false, className = '' }: ReplacedProps) {
  const tone = isOverride ? 'ls-violet' : 'ls-ink';
  if (before === after) return <b className={`ls-num ${tone}`}>{after}</b>;
  return (
    <span className={`ls-num ${className}`}>
      <span className="ls-hidden">from </span>
      <del className={`ls-ink-3 ${classes.old}`}>{before}</del>{' '}
      <IconTo size={12} stroke={1.75} aria-hidden className={`ls-ink-4 ls-fixed ${classes.to}`} />
      <span className="ls-hidden"> to </span> <ins className={`ls-bold ${tone} ${classes.new}`}>{after}</ins>
    </span>
  );
}

type Versions = Readonly<{ before: number; after: number }>;

/** "v5 → v6" in a sentence. */
export const describeVersions = ({ before, after }: Versions): string => `v${before} → v${after}`;

/** "v5 → v6" as tags. */
export const VersionTags = ({ before, after }: Versions) => (
  <span className="ls-inline ls-gap-6 ls-nowrap">
    <span className="ls-tag">v{before}</span>
    <IconTo size={13} stroke={1.75} aria-hidden className="ls-ink-4" />
    <span className="ls-hidden"> to </span>
    <span className={`ls-tag ${classes.newest}`}>v{after}</span>
  </span>
);
