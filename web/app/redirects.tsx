import { Navigate, useLocation, useParams } from 'react-router';

/** A partner's own address is that of its buckets. */
export function ToBuckets() {
  const { syndicateNumber = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={{ pathname: `/syndicate/${encodeURIComponent(syndicateNumber)}/bucket`, search }} replace />;
}

export const ToHome = () => <Navigate to="/" replace />;
export const ToDialStart = () => <Navigate to="/dial" replace />;
