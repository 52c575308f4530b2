import { createContext, use, type FunctionComponent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { NavLink } from 'react-router';

/**
 * What the design system asks of a link. The one used must put `aria-current="page"` on itself where it
 * points to the page shown, and pass the rest on to its anchor.
 */
export type LinkProps = Readonly<{
  to: string;
  end?: boolean;
  /** Another path whose pages belong to this link. */
  also?: string;
  className?: string | undefined;
  children?: ReactNode;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  ref?: Ref<HTMLAnchorElement>;
}>;

export type LinkComponent = FunctionComponent<LinkProps>;

const LinkContext = createContext<LinkComponent>(NavLink as LinkComponent);

/** Hands the application's own link (one that prefetches) to every part below. */
export function LinkProvider({ link, children }: Readonly<{ link: LinkComponent; children: ReactNode }>) {
  return <LinkContext value={link}>{children}</LinkContext>;
}

export function useLink(): LinkComponent {
  return use(LinkContext);
}
