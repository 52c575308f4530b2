import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ClipboardEvent } from 'react';
import type { ReferenceOption } from '#contract/reference.ts';
import type { ReferenceList } from '#domain/dimension/dimension.ts';
import { useApi } from '#web/api/client.tsx';
import { referenceQuery } from '#web/dial/query.ts';
import { isSeveral, matchOptions } from './matchOptions.ts';
import { OptionLine, OptionPill } from './OptionParts.tsx';
import { nounOf, showsCode } from './optionWords.ts';
import { searchOptions } from './searchOptions.ts';
import './selects.ts';
import classes from './OptionsField.module.css';

type OptionsFieldProps = Readonly<{
  id: string;
  label: string;
  list: ReferenceList;
  value: string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
}>;

/** Enough to choose from; typing narrows it down. Hundreds at once would make every key stroke wait. */
const MOST_SHOWN = 60;
const NONE: readonly ReferenceOption[] = [];

export function OptionsField({ id, label, list, value, onChange, onBlur, error }: OptionsFieldProps) {
  const reference = useQuery(referenceQuery(useApi()));
  const options = reference.data?.[list] ?? NONE;
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const byCode = useMemo(() => new Map(options.map((option) => [option.code, option])), [options]);
  const data = useMemo(
    () => options.filter((option) => !option.retired).map(({ code, label: name }) => ({ value: code, label: name })),
    [options],
  );
  const filter = useMemo(() => searchOptions(byCode), [byCode]);
  const noun = nounOf(list);
  const withCode = showsCode(list);

  const change = (next: string[]) => {
    setUnknown([]);
    onChange(next);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!isSeveral(text)) return;
    event.preventDefault();
    const matched = matchOptions(text, options);
    onChange([...new Set([...value, ...matched.codes])]);
    setUnknown(matched.unknown);
  };

  return (
    <div>
      <MultiSelect
        id={id}
        aria-label={label}
        data={data}
        value={value}
        onChange={change}
        onBlur={onBlur}
        onPaste={paste}
        error={error}
        searchable
        hidePickedOptions
        limit={MOST_SHOWN}
        filter={filter}
        withScrollArea={false}
        placeholder={value.length === 0 ? `Any ${noun}` : `Add a ${noun}`}
        nothingFoundMessage={reference.isPending ? 'Loading...' : `No ${noun} is called that`}
        renderOption={({ option }) => <OptionLine option={byCode.get(option.value)} withCode={withCode} />}
        renderPill={({ value: code, onRemove }) => (
          <OptionPill code={String(code)} option={byCode.get(String(code))} withCode={withCode} onRemove={onRemove} />
        )}
      />
      {unknown.length > 0 && (
        <p role="alert" className={classes.unknown}>
          Not known and left out: {unknown.join(', ')}.
        </p>
      )}
    </div>
  );
}
