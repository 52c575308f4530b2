import { Navigate, Outlet, useLocation } from 'react-router';
import { allows, type Action, type Scope } from '#domain/user/permission.ts';
import { useSession } from '#web/session/session.tsx';

/** Nothing until permissions are known; without the one that is needed, home with the query string kept. */
export function Guard({ scope, action }: { scope: Scope; action: Action }) {
  const { permissions } = useSession();
  const { search } = useLocation();
  if (permissions === undefined) return null;
  if (!allows(permissions, { scope, action })) return <Navigate to={{ pathname: '/', search }} replace />;
  return <Outlet />;
}
