import { Link, NavLink, type LinkProps, type NavLinkProps } from 'react-router';
import { usePrefetch } from './usePrefetch.ts';

/** Links that fetch the page they lead to a moment before it is wanted. */
export function PageLink(props: LinkProps) {
  return <Link {...usePrefetch(props.to)} {...props} />;
}

export function PageNavLink(props: NavLinkProps) {
  return <NavLink {...usePrefetch(props.to)} {...props} />;
}
