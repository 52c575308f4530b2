import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { CellError, SheetNotice } from '#domain/sheet/bucket-sheet.ts';
import { markErrors } from '#domain/sheet/errors.ts';
import type { SheetReading } from '#domain/sheet/reading.ts';
import { NOTHING } from '#domain/sheet/words.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { addressOf } from '#web/bucket/address.ts';
import { download } from '#web/kit/download.ts';
import { formatMoment } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { notifyError } from '#web/kit/Toaster.tsx';
import { markSheetFile, XLSX_TYPE } from '#web/workbook/sheetJob.ts';
import { Fact, Facts } from '#web/kit/Facts.tsx';
import { describeNotice, describeSaves } from './words.ts';
import classes from './Sheet.module.css';

type SheetPanelProps = Readonly<{ file: File; reading: SheetReading; errors: readonly CellError[]; bucket: Bucket }>;

type UnknownColumn = Extract<SheetNotice, { kind: 'unknown-column' }>;
const isUnknown = (notice: SheetNotice): notice is UnknownColumn => notice.kind === 'unknown-column';

/** What was not taken as it stands, and where the sheet comes from. */
export function SheetPanel({ file, reading, errors, bucket }: SheetPanelProps) {
  const unknown = reading.notices.filter(isUnknown);
  const { origin } = reading;
  const { data: saves } = useSavesSince(bucket, origin.exported_at);
  const others = reading.notices.flatMap((notice) => (isUnknown(notice) ? [] : [notice]));
  return (
    <div className="ls-ruled">
      {errors.length > 0 && (
        <Section title="Cell errors" count={errors.length} tone="red" text="These cells keep what is there now.">
          <ul className="ls-list ls-ruled">
            {errors.map(({ cell, text, message }, index) => (
              <li key={`${index} ${cell}`} className={classes.line}>
                <span>
                  <span className={`ls-tag ${classes.cell}`}>{cell}</span>
                </span>
                <span>
                  {text !== '' && text !== NOTHING && (
                    <span data-tone="red" className={`ls-mono ls-break ${classes.wrong}`}>
                      {text}
                    </span>
                  )}
                  <span className="ls-block ls-break">{message}</span>
                </span>
              </li>
            ))}
          </ul>
          <MarkedFile file={file} sheet={reading.sheet} errors={errors} />
        </Section>
      )}
      {unknown.length > 0 && (
        <Section title="Unknown columns" count={unknown.length} text="Not read. Nothing in Lineslip has these names.">
          <ul className="ls-list">
            {unknown.map(({ column, head, cells }) => (
              <li key={column} className={classes.line}>
                <span>
                  <span className={`ls-tag ${classes.cell}`}>{column}</span>
                </span>
                <span className="ls-break">{head === '' ? <i className="ls-ink-3">no name</i> : head}</span>
                <span className="ls-small ls-ink-2 ls-nowrap">{plural(cells, 'cell')}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Also in the file" count={others.length}>
          <ul className="ls-list ls-grid ls-gap-6 ls-above-4">
            {others.map((notice, index) => (
              <li key={index} className="ls-break">
                {describeNotice(notice)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="The sheet">
        <Facts className="ls-above-8">
          <Fact label="File">{file.name}</Fact>
          <Fact label="Exported">{describeExport(reading)}</Fact>
          <Fact label="Saved since">{describeSaves(origin, bucket, saves)}</Fact>
        </Facts>
      </Section>
    </div>
  );
}

function describeExport({ origin }: SheetReading): string {
  const { exported_at, exported_by, source, live } = origin;
  return `${formatMoment(exported_at)} by ${exported_by}, from ${source === 'draft' ? `the draft of v${live}` : `live v${live}`}`;
}

type SectionProps = Readonly<{ title: string; count?: number; tone?: 'red'; text?: string; children: ReactNode }>;

function Section({ title, count, tone, text, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <h2 className="ls-title ls-row">
        {title}
        {count !== undefined && (
          <span className="ls-chip" {...(tone && { 'data-tone': tone })}>
            {count}
          </span>
        )}
      </h2>
      {text !== undefined && <p className="ls-small ls-ink-2">{text}</p>}
      {children}
    </section>
  );
}

type MarkedFileProps = Readonly<{ file: File; sheet: string; errors: readonly CellError[] }>;

function MarkedFile({ file, sheet, errors }: MarkedFileProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      download(file.name, await markSheetFile(file, markErrors(sheet, errors)), XLSX_TYPE);
    } catch {
      notifyError('Failed to mark the errors');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      className="ls-above-8"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={busy}
      onClick={() => void save()}
    >
      Download the sheet with the errors marked
    </Button>
  );
}

/** Lists who saved the bucket since then. It is read again whenever the bucket has changed. */
function useSavesSince(bucket: Bucket, since: string) {
  const api = useApi();
  const params = addressOf(bucket);
  return useCustomQuery({
    queryKey: ['bucket', 'saves', { params, since, revision: bucket.revision }],
    queryFn: ({ signal }) => api.listBucketSaves({ params, query: { since } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
