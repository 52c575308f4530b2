import { ActionIcon, Popover, Select } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { dialWordsQuery } from '#web/dial/query.ts';
import type { ListState } from './listState.ts';
import classes from './FilterChips.module.css';

type FilterProps = Readonly<{ state: ListState; onChange: (part: Partial<ListState>) => void }>;

const WORDS = [
  { key: 'tag', label: 'Tag', any: 'Any tag', of: 'tags' },
  { key: 'author', label: 'Author', any: 'Any author', of: 'authors' },
] as const;

/** The active tag and author filters, each removable. */
export function FilterChips({ state, onChange }: FilterProps) {
  return WORDS.filter(({ key }) => state[key] !== undefined).map(({ key, label }) => (
    <span key={key} className={`ls-pill ls-small ${classes.chip}`} data-tone="accent">
      {label}: {state[key]}
      <button
        type="button"
        className={`ls-icon ${classes.remove}`}
        aria-label={`Remove filter: ${label}: ${state[key]}`}
        onClick={() => onChange({ [key]: undefined })}
      >
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </span>
  ));
}

/** Chooses a tag and an author. Options are fetched when first opened. */
export function WordFilters({ state, onChange }: FilterProps) {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({ ...dialWordsQuery(useApi()), enabled: opened });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="Tag and author"
          title="Tag and author"
          onClick={() => setOpened(!opened)}
        >
          <IconFilter size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tag and author">
        <div className="ls-grid ls-gap-12">
          {WORDS.map(({ key, label, any, of }) => (
            <Select
              key={key}
              label={label}
              placeholder={any}
              data={data?.[of] ?? []}
              value={state[key] ?? null}
              onChange={(word) => onChange({ [key]: word ?? undefined })}
              searchable
              openOnFocus={false}
              clearable
              clearSectionMode="clear"
              clearButtonProps={{ 'aria-label': any }}
              nothingFoundMessage={`No matching ${label.toLowerCase()}`}
              limit={100}
              comboboxProps={{ withinPortal: false }}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
