import { Logo } from './Logo.tsx';
import classes from './LoadingIndicator.module.css';

/** The turning dial. Invisible for 150 ms, so that quick responses never flash. */
export function LoadingIndicator({ size }: Readonly<{ size: 'large' | 'small' }>) {
  const large = size === 'large';
  return (
    <span
      role="status"
      className={`ls-appear ${large ? `ls-stack ls-gap-16 ls-wide ${classes.large}` : `ls-inline ${classes.small}`}`}
    >
      <Logo size={large ? 56 : 18} turning />
      <span className={large ? 'ls-ink-3' : 'ls-hidden'}>Loading...</span>
    </span>
  );
}
