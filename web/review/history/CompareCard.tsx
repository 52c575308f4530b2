// The styles of selects come with the page that has one.
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BucketVersionRow } from '#contract/bucket.ts';
import { AsOfField } from '#web/bucket/show/AsOfField.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import classes from './BucketHistory.module.css';
import { historyAddress } from '#web/bucket/address.ts';

type CompareCardProps = Readonly<{
  versions: readonly BucketVersionRow[];
  compared: Readonly<{ from: number; to: number }> | undefined;
}>;

/** Any two versions, and the one of any day. */
export function CompareCard({ versions, compared }: CompareCardProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Readonly<{ from?: string | null; to?: string | null }>>({});
  const [now] = useState(() => new Date());
  const data = versions.map(({ number, live_at }) => ({
    value: String(number),
    label: `v${number}, ${formatDayOrTime(new Date(live_at), now)}`,
  }));
  const from = chosen.from ?? known(compared?.from ?? versions[1]?.number);
  const to = chosen.to ?? known(compared?.to ?? versions[0]?.number);
  return (
    <div className="ls-grid ls-gap-16">
      {versions.length > 1 && (
        <Card title="Compare versions">
          <div className={`ls-gap-12 ${classes.fields}`}>
            <Select
              label="From"
              data={data}
              value={from}
              onChange={(value) => setChosen({ ...chosen, from: value })}
              allowDeselect={false}
            />
            <Select
              label="To"
              data={data}
              value={to}
              onChange={(value) => setChosen({ ...chosen, to: value })}
              allowDeselect={false}
            />
            <Button
              variant="default"
              data-track="Compare"
              disabled={from === null || to === null || from === to}
              onClick={() => void navigate(historyAddress({ from: Number(from), to: Number(to) }))}
            >
              Compare
            </Button>
          </div>
        </Card>
      )}
      <Card title="As it was">
        <AsOfField day={null} />
      </Card>
    </div>
  );
}

const known = (number: number | undefined): string | null => (number === undefined ? null : String(number));
