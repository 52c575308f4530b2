import { useParams, useSearchParams } from 'react-router';
import { TryFrame } from '#web/risk/TryFrame.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { later } from '#web/base/page/later.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { readVersion } from '#web/dial/details/detailsAddress.ts';
import { DetailsSkeleton, DialDetails } from '#web/dial/details/DialDetails.tsx';
import { useShownDial } from './query.ts';

const TryDial = later(async () => (await import('#web/dial/details/TryDial.tsx')).TryDial);

export function DialDetailsPage() {
  const { dialId = '' } = useParams();
  const [search] = useSearchParams();
  const version = readVersion(search);
  const query = useShownDial(dialId, version);
  const { data } = query;

  if (data)
    return (
      <TryFrame tried={(onClose) => <TryDial dial={data} onClose={onClose} />}>
        <DialDetails dial={data} />
      </TryFrame>
    );
  return (
    <Loaded
      query={query}
      page={{ title: 'Dial', subtitle: [{ label: 'Dials', to: '/dials' }], parent: { to: '/dials', name: 'Dials' } }}
      skeleton={<DetailsSkeleton />}
      missing={describeMissing(dialId, version)}
    />
  );
}

const describeMissing = (dialId: string, version: number | undefined) =>
  version === undefined
    ? {
        title: 'This dial does not exist',
        text: 'It may have been deleted, or the address is incomplete.',
        action: <LinkButton to="/dials" label="View all dials" />,
      }
    : {
        title: `There is no version ${version}`,
        text: 'This dial has no version with that number, or does not exist.',
        action: <LinkButton to={`/dials/${dialId}`} label="View Dial" />,
      };
