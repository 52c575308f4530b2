import { Button } from '@mantine/core';
import { Link, NavLink, useLocation, type LinkProps, type NavLinkProps } from 'react-router';
import { useFits } from './useFits.ts';
import { usePrefetch } from './usePrefetch.ts';

/** Links that prefetch their page just before it is needed. */
export function PageLink(props: LinkProps) {
  return <Link {...usePrefetch(props.to)} {...props} />;
}

/** An offer to open a page: nothing where that page does not fit on the screen. */
export function OfferLink(props: Omit<LinkProps, 'to'> & Readonly<{ to: string }>) {
  return useFits()(props.to) ? <PageLink {...props} /> : null;
}

/** The action of a page that has nothing to show. */
export function LinkButton({ to, label }: Readonly<{ to: string; label: string }>) {
  return (
    <Button component={OfferLink} to={to} variant="default">
      {label}
    </Button>
  );
}

type PageNavLinkProps = NavLinkProps & Readonly<{ also?: readonly string[] }>;

/** Current on its own page, and on those below `also`. */
export function PageNavLink({ also = [], end = false, ...props }: PageNavLinkProps) {
  const { pathname } = useLocation();
  const prefetch = usePrefetch(props.to);
  const below = also.some((path) => `${pathname}/`.startsWith(`${path}/`));
  if (below) return <Link {...prefetch} {...(props as LinkProps)} aria-current="page" />;
  return <NavLink {...prefetch} {...props} end={end} />;
}
