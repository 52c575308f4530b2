import { createContext, use, type FunctionComponent, type MouseEvent, type ReactNode, type Ref } from 'react';
import { NavLink } from 'react-router';

/**
 * The props of a link in the design system. An implementation must set `aria-current="page"` if it points to the
 * current page, and pass the rest on to its anchor.
 */
export type LinkProps = Readonly<{
  to: string;
  end?: boolean;
  /** Other paths whose pages belong to this link. */
  also?: readonly string[];
  className?: string | undefined;
  children?: ReactNode;
  onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  ref?: Ref<HTMLAnchorElement>;
}>;

export type LinkComponent = FunctionComponent<LinkProps>;

const LinkContext = createContext<LinkComponent>(NavLink as LinkComponent);

/** Provides the application's link component (one that prefetches) to the kit. */
export function LinkProvider({ link, children }: Readonly<{ link: LinkComponent; children: ReactNode }>) {
  return <LinkContext value={link}>{children}</LinkContext>;
}

export function useLink(): LinkComponent {
  return use(LinkContext);
}
