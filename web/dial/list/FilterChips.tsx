import { ActionIcon, Popover, Select } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { UNUSED_LABEL } from '#domain/practice/words.ts';
import { useDialWords } from '#web/dial/query.ts';
import { useSettings } from '#web/base/session/settings.tsx';
import type { ListState } from './listState.ts';
import classes from './FilterChips.module.css';

type FilterProps = Readonly<{ state: ListState; onChange: (part: Partial<ListState>) => void }>;

const WORDS = [
  { key: 'tag', label: 'Tag', any: 'Any tag', of: 'tags' },
  { key: 'author', label: 'Author', any: 'Any author', of: 'authors' },
] as const;

/** The filters that have no field of their own in the toolbar. */
export const hasChips = ({ tag, author, unused }: ListState): boolean =>
  [tag, author, unused].some((value) => value !== undefined);

/** The active filters of the popover, each removable. */
export function FilterChips({ state, onChange }: FilterProps) {
  const words = WORDS.filter(({ key }) => state[key] !== undefined).map(({ key, label }) => ({
    key,
    text: `${label}: ${state[key]}`,
  }));
  const chips = [...words, ...(state.unused ? [{ key: 'unused', text: UNUSED_LABEL } as const] : [])];
  return chips.map(({ key, text }) => (
    <span key={key} className={`ls-pill ls-small ${classes.chip}`} data-tone="accent">
      {text}
      <button
        type="button"
        className={`ls-icon ${classes.remove}`}
        aria-label={`Remove filter: ${text}`}
        onClick={() => onChange({ [key]: undefined })}
      >
        <IconX size={13} stroke={2} aria-hidden />
      </button>
    </span>
  ));
}

/** Chooses a tag, an author, and what engines did not use. Options are fetched when first opened. */
export function WordFilters({ state, onChange }: FilterProps) {
  const [opened, setOpened] = useState(false);
  const { data } = useDialWords(opened);
  const { hasDecisions } = useSettings();
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={34}
          aria-label="More filters"
          title="More filters"
          onClick={() => setOpened(!opened)}
        >
          <IconFilter size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="More filters">
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
              clearButtonProps={{ 'aria-label': any }}
              nothingFoundMessage={`No matching ${label.toLowerCase()}`}
              limit={100}
              comboboxProps={{ withinPortal: false }}
            />
          ))}
          {hasDecisions && (
            <label className="ls-row">
              <input
                type="checkbox"
                className="ls-box"
                checked={state.unused !== undefined}
                onChange={({ currentTarget }) => onChange({ unused: currentTarget.checked ? 'yes' : undefined })}
              />
              {UNUSED_LABEL}
            </label>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
