import { type ComboboxItem, type ComboboxParsedItem, MultiSelect, type OptionsFilter, Pill } from '@mantine/core';
import { useMemo, useState, type ClipboardEvent } from 'react';
import type { ReferenceOption } from '#contract/reference.ts';
import { listFacts, type ReferenceList } from '#domain/dimension/dimension.ts';
import { isSeveral, matchOptions } from './matchOptions.ts';
import { useReference } from './query.ts';
import classes from './OptionsField.module.css';

type OptionsFieldProps = Readonly<{
  id: string;
  label: string;
  list: ReferenceList;
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
  /** In a narrow field: codes without labels, and no placeholder once one is chosen. */
  compact?: Readonly<{ placeholder: string }>;
}>;

/** Enough to choose from; typing filters. Rendering hundreds would slow down every key. */
const MAX_SHOWN = 60;
const NONE: readonly ReferenceOption[] = [];
/** The dropdown of a narrow field is still wide enough to read. */
const WIDER = { width: 320, position: 'bottom-start' } as const;

export function OptionsField({ id, label, list, value, onChange, onBlur, error, compact }: OptionsFieldProps) {
  const reference = useReference();
  const options = reference.data?.[list] ?? NONE;
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const byCode = useMemo(() => new Map(options.map((option) => [option.code, option])), [options]);
  const data = useMemo(
    () => options.filter((option) => !option.retired).map(({ code, label: name }) => ({ value: code, label: name })),
    [options],
  );
  const filter = useMemo(() => searchOptions(byCode), [byCode]);
  const { noun, showsCode: withCode = false } = listFacts(list);

  const placeholder = compact
    ? { none: compact.placeholder, some: '' }
    : { none: `Any ${noun}`, some: `Add a ${noun}` };

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
        value={[...value]}
        onChange={change}
        onBlur={onBlur}
        onPaste={paste}
        error={error}
        limit={MAX_SHOWN}
        filter={filter}
        {...(compact && { comboboxProps: WIDER })}
        placeholder={value.length === 0 ? placeholder.none : placeholder.some}
        nothingFoundMessage={reference.isPending ? 'Loading...' : `No matching ${noun}`}
        renderOption={({ option }) => <OptionLine option={byCode.get(option.value)} withCode={withCode} />}
        renderPill={({ value: code, onRemove }) => (
          <OptionPill
            code={String(code)}
            option={byCode.get(String(code))}
            withCode={withCode}
            short={compact !== undefined}
            onRemove={onRemove}
          />
        )}
      />
      {unknown.length > 0 && (
        <p role="alert" className="ls-small ls-red ls-above-4">
          Not known and left out: {unknown.join(', ')}.
        </p>
      )}
    </div>
  );
}

type OptionLineProps = Readonly<{ option: ReferenceOption | undefined; withCode: boolean }>;

/** Code, label, group. */
function OptionLine({ option, withCode }: OptionLineProps) {
  if (option === undefined) return null;
  return (
    <span className="ls-row ls-base ls-grow">
      {withCode && <span className={`ls-fixed ls-bold ${classes.code}`}>{option.code}</span>}
      <span className="ls-grow ls-clip">{option.label}</span>
      {option.group !== null && <span className="ls-fixed ls-small ls-ink-3">{option.group}</span>}
    </span>
  );
}

type OptionPillProps = OptionLineProps & Readonly<{ code: string; short: boolean; onRemove: (() => void) | undefined }>;

function OptionPill({ code, option, withCode, short, onRemove }: OptionPillProps) {
  const name = option?.label ?? code;
  return (
    <Pill
      withRemoveButton
      {...(onRemove && { onRemove })}
      removeButtonProps={{ 'aria-label': `Remove ${withCode ? code : name}`, 'aria-hidden': false, tabIndex: -1 }}
      classNames={{ root: `${classes.pill}`, label: `${classes.label}` }}
      title={option === undefined ? 'No longer in the list of options' : name}
    >
      {withCode ? (
        <>
          <strong>{code}</strong> {!short && option?.label}
        </>
      ) : (
        name
      )}
    </Pill>
  );
}

/** Searches code, label and group; prefix matches come first, an exact code before all. */
function searchOptions(byCode: ReadonlyMap<string, ReferenceOption>): OptionsFilter {
  return ({ options, search, limit }) => {
    const query = search.trim().toLowerCase();
    const items = options.filter(isItem);
    if (query === '') return items.slice(0, limit);
    return items
      .map((item) => ({ item, rank: rank(byCode.get(item.value), query) }))
      .filter((ranked) => ranked.rank < NOT_FOUND)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, limit)
      .map(({ item }) => item);
  };
}

const NOT_FOUND = 9;

function rank(option: ReferenceOption | undefined, query: string): number {
  if (option === undefined) return NOT_FOUND;
  const [code, label, group] = [option.code, option.label, option.group ?? ''].map((text) => text.toLowerCase());
  if (code === query) return 0;
  if (code?.startsWith(query)) return 1;
  if (label?.startsWith(query)) return 2;
  if (`${code} ${label} ${group}`.includes(query)) return 3;
  return NOT_FOUND;
}

function isItem(item: ComboboxParsedItem): item is ComboboxItem {
  return 'value' in item;
}
