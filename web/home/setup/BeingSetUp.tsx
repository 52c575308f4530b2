import { useApiQuery } from '#web/api/query.ts';

/** For people who cannot set it up: why there is little to see. */
export function BeingSetUp() {
  const { data } = useApiQuery('getMyAccess', {});
  if (data === undefined) return null;
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(data.people.map(({ name }) => name));
  return (
    <p className="ls-notice ls-below-16" data-tone="blue">
      Lineslip is being set up{names === '' ? '' : ` by ${names}`}.
    </p>
  );
}
