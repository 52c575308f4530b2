import { Logo } from './Logo.tsx';
import classes from './LoadingIndicator.module.css';

export type LoadingIndicatorProps = Readonly<{ size: 'large' | 'small' }>;

/** The turning dial. It stays invisible for 150 ms, so that what is quick never flashes. */
export function LoadingIndicator({ size }: LoadingIndicatorProps) {
  const large = size === 'large';
  return (
    <span role="status" className={large ? classes.large : classes.small}>
      <Logo size={large ? 56 : 18} turning />
      <span className={large ? `ls-ink-3 ${classes.text}` : 'ls-hidden'}>Loading...</span>
    </span>
  );
}
