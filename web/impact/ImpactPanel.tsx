import IconImpact from '@tabler/icons-react/dist/esm/icons/IconChartHistogram.mjs';
import type { ReactNode } from 'react';
import type { Measured, Measurement } from '#contract/impact.ts';
import { STOPPED_IMPACT } from '#domain/bucket/stop.ts';
import { announceImpact } from '#domain/impact/words.ts';
import { addressOf, classLabel } from '#web/bucket/address.ts';
import { type Editor, useEditor } from '#web/bucket/editor.ts';
import { countUnsaved } from '#web/bucket/useEditing.ts';
import { CapacityPart } from '#web/impact/capacity/CapacityPart.tsx';
import { ImpactView } from './ImpactView.tsx';
import { PreparingPortfolio } from './PreparingPortfolio.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { SidePanel } from '#web/kit/SidePanel.tsx';
import { useSettledAnnouncement } from '#web/kit/useAnnouncer.ts';
import { useMay } from '#web/base/session/session.tsx';
import { useImpact } from './ImpactProvider.tsx';
import { ImpactChoices, ImpactHead } from '#web/impact/measure/ImpactHead.tsx';
import { RisksSheet } from '#web/impact/measure/RisksSheet.tsx';
import { useDialNames } from './useDialNames.ts';
import classes from './ImpactPanel.module.css';

/** Which list is measured. */
function describeList(editor: Editor): string {
  if (countUnsaved(editor) > 0) return 'of your unsaved list';
  return editor.bucket.draft === null ? 'of the live list' : 'of the saved draft';
}

/** The impact of the working copy on the portfolio, with the risks behind a figure over the list. */
export function ImpactPanel() {
  const { close, measurement, failure, figure, show, request } = useImpact();
  const editor = useEditor();
  const { bucket } = editor;
  const hide = () => show(undefined);
  const impact = measurement?.state === 'measured' ? measurement.impact : undefined;
  const region = useSettledAnnouncement(impact === undefined ? '' : announceImpact(impact));
  const names = useDialNames();
  return (
    <>
      {figure !== undefined && measurement?.state === 'measured' && (
        <RisksSheet
          address={addressOf(bucket)}
          request={request}
          figure={figure}
          day={measurement.day}
          nameDial={names.inSentence}
          onClose={hide}
          className={classes.sheet}
        />
      )}
      <SidePanel
        title="Impact"
        icon={IconImpact}
        note={describeList(editor)}
        names={{ close: 'Close impact', body: 'What changes' }}
        width={440}
        isBusy={failure.isFetching}
        onClose={close}
        onEscape={figure && hide}
        foot={<div ref={region} role="status" className="ls-hidden" />}
      >
        <Loaded
          query={{ ...failure, data: measurement }}
          title="Failed to measure the impact"
          skeleton={16}
          className={classes.part}
        >
          {(measured) => <Measure measurement={measured} />}
        </Loaded>
      </SidePanel>
    </>
  );
}

function Measure({ measurement }: Readonly<{ measurement: Measurement }>): ReactNode {
  const { bucket } = useEditor();
  const { counted, show } = useImpact();
  const dials = useDialNames();
  const mayLoad = useMay()({ scope: 'admin', action: 'create' });
  const label = classLabel(bucket.cob);
  if (measurement.state === 'no-portfolio' && measurement.preparing !== undefined)
    return (
      <div className={classes.part}>
        <PreparingPortfolio percent={measurement.preparing} />
      </div>
    );
  if (measurement.state === 'no-portfolio')
    return (
      <p className={`ls-ink-2 ${classes.part}`}>
        <span>No portfolio yet. An administrator can load one.</span>{' '}
        {mayLoad && (
          <PageLink to="/admin?tab=portfolio" className="ls-plain ls-bold ls-accent" data-track="Load a portfolio">
            Load a portfolio
          </PageLink>
        )}
      </p>
    );
  if (measurement.state === 'none-of-class')
    return (
      <p className={`ls-ink-2 ${classes.part}`}>
        No {label} risks in {measurement.portfolio.name}.
      </p>
    );
  return (
    <>
      {bucket.stop && <p className={`ls-ink-2 ls-rule-below ${classes.part}`}>{STOPPED_IMPACT}</p>}
      <ImpactView
        density="panel"
        impact={measurement.impact}
        counted={counted}
        onFigure={show}
        dials={dials}
        head={<ImpactHead measured={measurement} />}
        control={<ImpactChoices measured={measurement} label={label} />}
      >
        <PanelCapacity measured={measurement} />
      </ImpactView>
    </>
  );
}

function PanelCapacity({ measured: { capacity, portfolio } }: Readonly<{ measured: Measured }>) {
  const { show } = useImpact();
  const mayImport = useMay()({ scope: 'admin', action: 'create' });
  const look = `ls-rule-below ${classes.part}`;
  if (capacity?.is_imported === false && mayImport)
    return (
      <p className={`ls-ink-2 ${look}`}>
        <span>No limits yet.</span>{' '}
        <PageLink to="/admin?tab=portfolio" className="ls-plain ls-bold ls-accent" data-track="Import limits">
          Import limits
        </PageLink>
      </p>
    );
  return capacity && <CapacityPart capacity={capacity} portfolio={portfolio} onFigure={show} className={look} />;
}
