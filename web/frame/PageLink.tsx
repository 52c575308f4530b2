import { Button } from '@mantine/core';
import { Link, NavLink, useLocation, type LinkProps, type NavLinkProps } from 'react-router';
import { usePrefetch } from './usePrefetch.ts';

/** Links that fetch the page they lead to a moment before it is wanted. */
export function PageLink(props: LinkProps) {
  return <Link {...usePrefetch(props.to)} {...props} />;
}

/** The way on from a page that has nothing to show. */
export function LinkButton({ to, label }: Readonly<{ to: string; label: string }>) {
  return (
    <Button component={PageLink} to={to} variant="default">
      {label}
    </Button>
  );
}

type PageNavLinkProps = NavLinkProps & Readonly<{ also?: string }>;

/** It is current on its own page, and on those below `also`. */
export function PageNavLink({ also, end = false, ...props }: PageNavLinkProps) {
  const { pathname } = useLocation();
  const prefetch = usePrefetch(props.to);
  const below = also !== undefined && `${pathname}/`.startsWith(`${also}/`);
  if (below) return <Link {...prefetch} {...(props as LinkProps)} aria-current="page" />;
  return <NavLink {...prefetch} {...props} end={end} />;
}
