import { KeyHint } from './KeyHint.tsx';
import { capsOf } from './stroke.ts';

/** The keys of a shortcut, side by side. */
export function KeyCaps({ keys }: Readonly<{ keys: string }>) {
  return (
    <span className="ls-inline ls-fixed">
      {capsOf(keys).map((cap, index) => (
        <KeyHint key={index}>{cap}</KeyHint>
      ))}
    </span>
  );
}
