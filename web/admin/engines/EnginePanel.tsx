import { Button } from '@mantine/core';
import IconFailed from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconEngine from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs';
import type { Engine } from '#contract/engine.ts';
import type { TokenState } from '#domain/feed/engine.ts';
import { grouped } from '#domain/dimension/format.ts';
import { refreshEngines } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { partnerText } from '#web/bucket/address.ts';
import { Fact, Facts } from '#web/kit/Facts.tsx';
import { formatDayOrTime, formatTimeOrMoment } from '#web/kit/format.ts';
import { PageAside } from '#web/kit/Page.tsx';
import { plural } from '#web/kit/plural.ts';
import { SidePanel } from '#web/kit/SidePanel.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { EngineDialog } from './EngineDialog.tsx';
import { EngineReleases } from './EngineReleases.tsx';
import { CHANNEL_LABELS, describeCases, describeExpiry } from './engineText.ts';
import classes from './EnginePanel.module.css';

type EnginePanelProps = Readonly<{ engine: Engine; cases: number; at: Date; onClose: () => void }>;

/** One engine beside the table: its token, the cases it failed, and what it made of each release. */
export function EnginePanel({ engine, cases, at, onClose }: EnginePanelProps) {
  return (
    <PageAside>
      <SidePanel
        title={engine.name}
        icon={IconEngine}
        names={{ close: 'Close engine', body: 'Details' }}
        width={372}
        onClose={onClose}
      >
        <div className="ls-ruled">
          <EngineFacts engine={engine} at={at} />
          <Token engine={engine} at={at} />
          <Conformance engine={engine} cases={cases} />
          <EngineReleases engine={engine} at={at} />
        </div>
      </SidePanel>
    </PageAside>
  );
}

function EngineFacts({ engine, at }: Readonly<{ engine: Engine; at: Date }>) {
  const { channel, partners, created_at, created_by, dropped } = engine;
  return (
    <Facts columns={2} className={classes.part}>
      <Fact label="Channel">{CHANNEL_LABELS[channel]}</Fact>
      <Fact label="May read">{partners === null ? 'All partners' : partners.map(partnerText).join(', ')}</Fact>
      <Fact label="Created" isWide>
        {formatDayOrTime(created_at, at)} by {created_by.name}
      </Fact>
      {dropped > 0 && (
        <Fact label="Not counted" isWide className="ls-amber">
          {plural(dropped, 'decision')}
        </Fact>
      )}
    </Facts>
  );
}

const TONES: Readonly<Record<TokenState, string>> = {
  valid: 'ls-ink-3',
  expiring: 'ls-amber',
  expired: 'ls-red',
  revoked: 'ls-red',
};

function Token({ engine, at }: Readonly<{ engine: Engine; at: Date }>) {
  const api = useApi();
  const { tail, state, old_ends_at } = engine.token;
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const replace = useDialog((onClose) => <EngineDialog engine={engine} onClose={onClose} />);
  const revoke = useConfirm({
    title: `Revoke the token of ${engine.name}?`,
    text: 'It keeps its last copy and gets nothing new.',
    submit: 'Revoke token',
    keep: 'Keep token',
    danger: true,
    change: {
      send: () => api.revokeEngineToken({ params: { engineId: engine.id } }),
      done: 'Token successfully revoked',
      failed: 'Failed to revoke token',
      apply: refreshEngines,
      onFailed: (queries) => void refreshEngines(queries),
    },
  });
  return (
    <section aria-label="Token" className={classes.part}>
      <div className="ls-row ls-spread ls-base">
        <h3 className="ls-title">Token</h3>
        <span className={`ls-small ${TONES[state]}`}>{describeExpiry(engine.token, at)}</span>
      </div>
      <div className={`ls-row ${classes.token}`}>
        <span aria-hidden className={`ls-ink-3 ${classes.dots}`}>
          •••• •••• ••••
        </span>
        <span className="ls-hidden">Ends with</span>
        <b className="ls-mono">{tail}</b>
        {mayEdit && (
          <span className="ls-row ls-push">
            <Button size="xs" variant="default" onClick={() => replace()}>
              Replace
            </Button>
            {state !== 'revoked' && (
              <Button size="xs" variant="subtle" color="red" onClick={() => revoke()}>
                Revoke
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="ls-small ls-ink-3">
        {old_ends_at === null
          ? 'Shown whole only once, when it was created.'
          : `The one before works until ${formatTimeOrMoment(old_ends_at, at)}, or until this one is used.`}
      </p>
    </section>
  );
}

function Conformance({ engine, cases }: Readonly<{ engine: Engine; cases: number }>) {
  const result = describeCases(engine, cases);
  const { failed = [], passed = 0, cases: ran = 0 } = engine.conformance ?? {};
  const more = ran - passed - failed.length;
  return (
    <section aria-label="Conformance" className={classes.part}>
      <div className="ls-row ls-spread ls-base">
        <h3 className="ls-title">Conformance</h3>
        <span className={`ls-small ${result?.passes === false ? 'ls-red' : 'ls-ink-3'}`}>
          {result?.words ?? 'Not reported yet'}
        </span>
      </div>
      {failed.length > 0 && (
        <ul className={`ls-list ls-grid ls-gap-8 ${classes.cases}`}>
          {failed.map(({ name, expected, got }) => (
            <li key={name} className="ls-flex ls-gap-6">
              <IconFailed size={14} aria-hidden className="ls-fixed ls-red ls-above-2" />
              <div className="ls-break">
                {name}
                <span className="ls-small ls-block ls-ink-3">
                  expected {expected}, got {got}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="ls-small ls-ink-3 ls-above-8">and {grouped(more)} more</p>}
    </section>
  );
}
