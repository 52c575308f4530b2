import { useSearchParams } from 'react-router';
import type { Dial } from '#contract/dial.ts';
import { useNameOption } from '#web/dial/query.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { AppliesWhen } from './AppliesWhen.tsx';
import { BucketsCard } from './BucketsCard.tsx';
import { Comparison } from './Comparison.tsx';
import { newestPublished, readPair, versionWords } from './detailsAddress.ts';
import { DraftChip } from './DraftChip.tsx';
import { FactsCard } from './FactsCard.tsx';
import { useDialActions } from './useDialActions.tsx';
import { useSubject } from '#web/frame/useSubject.ts';
import { ValueTiles } from './ValueTiles.tsx';
import { VersionsCard } from './VersionsCard.tsx';
import { WindowCard } from './WindowCard.tsx';
import classes from './DialDetails.module.css';

/** One version of a dial: what it sets, when it applies, where it is used, how it came about. */
export function DialDetails({ dial }: Readonly<{ dial: Dial }>) {
  const [search] = useSearchParams();
  const nameOption = useNameOption();
  const { actions, menu, dialog } = useDialActions(dial);
  const { id, data, versions, status } = dial;
  const pair = readPair(search, versions);
  useSubject(data.name);
  return (
    <AppPage
      title={data.name}
      subtitle={[{ label: 'Dials', to: '/dials' }, { label: versionWords(dial) }]}
      parent={{ to: '/dials', name: 'Dials' }}
      status={<StatusChip status={status} />}
      fact={<DraftChip dial={dial} />}
      actions={actions}
      menu={menu}
    >
      <div className={classes.layout}>
        <div className={classes.content}>
          {pair && <Comparison dial={dial} pair={pair} nameOption={nameOption} />}
          <ValueTiles values={data.values} />
          <AppliesWhen dimensions={data.dimensions} nameOption={nameOption} />
          <BucketsCard dialId={id} newestPublished={newestPublished(dial)?.version} />
        </div>
        <div className={classes.side}>
          <WindowCard data={data} status={status} />
          <VersionsCard dial={dial} comparing={pair !== undefined} />
          <FactsCard data={data} />
        </div>
      </div>
      {dialog}
    </AppPage>
  );
}
