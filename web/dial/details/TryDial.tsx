import { useMemo } from 'react';
import type { Dial } from '#contract/dial.ts';
import { TryRisk } from '#web/risk/TryRisk.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { versionWords } from './detailsAddress.ts';

const OWN = 'dial';

/** Tries a risk on the shown version of a dial alone: whether it matches, or why not. */
export function TryDial({ dial, onClose }: Readonly<{ dial: Dial; onClose: () => void }>) {
  const { id, version, data } = dial;
  const lists = useMemo(
    () => [{ key: OWN, label: data.name, entries: [{ dial_id: id, version, overrides: {}, dial: data }] }],
    [id, version, data],
  );
  useSubject(data.name, 'Try a risk on');
  return (
    <TryRisk
      path={[{ label: 'Dials', to: '/dials' }, { label: data.name, to: `/dials/${id}` }, { label: versionWords(dial) }]}
      name={data.name}
      lists={lists}
      own={OWN}
      isAlone
      link={{ path: `/dials/${id}?version=${version}` }}
      onClose={onClose}
    />
  );
}
