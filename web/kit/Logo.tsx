import classes from './Logo.module.css';

type LogoProps = Readonly<{
  /** Side in px. */
  size?: number;
  /** Without one the drawing is decorative. */
  title?: string;
  /** The knob turns: something is loading. */
  turning?: boolean;
  className?: string | undefined;
}>;

// A dial from -135° to 135°, set to 40°, around 0,0.
const track = 'M-9.334 9.334A13.2 13.2 0 1 1 9.334 9.334';
const filled = 'M-9.334 9.334A13.2 13.2 0 0 1 8.485 -10.112';
const knob = 'M.85-8.709A8.75 8.75 0 1 1-.85-8.709V-3.6A.85.85 0 0 0 .85-3.6Z';

export function Logo({ size = 26, title, turning = false, className = '' }: LogoProps) {
  return (
    <svg
      className={`ls-fixed ls-block ${classes.logo} ${className}`}
      data-turning={turning || undefined}
      width={size}
      height={size}
      viewBox="-16 -16 32 32"
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <path className={classes.track} d={track} />
      <path className={classes.filled} d={filled} />
      <g className={classes.knob}>
        <path d={knob} transform="rotate(40)" />
      </g>
    </svg>
  );
}
