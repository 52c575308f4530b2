import { SegmentedControl, UnstyledButton } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconClosed from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { useId, useState, memo } from 'react';
import { useSearchParams } from 'react-router';
import { findClass } from '#domain/cob/class-of-business.ts';
import { GROUPS, type Group, isForClass } from '#domain/dimension/dimension.ts';
import { describeValue, isSet } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { useReference, useNameOption } from '#web/dial/query.ts';
import { ClassSelect } from '#web/rule/ClassSelect.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { useDraft, useRevealed, fieldId, useField } from './editor.ts';
import { fitting, shownDimensions, type Shown } from './shownDimensions.ts';
import { DimensionField, isInput } from '#web/rule/fields.tsx';
import { FieldRow } from './FieldRow.tsx';
import classes from './DimensionsStep.module.css';

/** When the dial applies: its conditions, dimension by dimension. */
export function DimensionsStep() {
  const filter = useDimensionFilter();
  const reference = useReference();
  const setKeys = useDraft(({ data }) => Object.keys(data.dimensions).join(' '));
  const [setAtFirst] = useState(() => new Set(setKeys.split(' ')));
  const { toReveal, toggled, toggle } = useGroups();
  const shown = shownDimensions(filter, { set: new Set(setKeys.split(' ')), setAtFirst, toReveal });
  useRevealed();

  return (
    <div className="ls-stack ls-gap-14">
      <DimensionToolbar {...filter} />
      <Loaded query={reference} title="The options to choose from could not be loaded" />
      {GROUPS.map((group) => {
        const entry = shown.get(group);
        if (entry === undefined) return null;
        const open = entry.forcedOpen || (toggled.get(group) ?? entry.open);
        return (
          <DimensionGroup
            key={group}
            group={group}
            keys={entry.keys}
            cob={filter.cob}
            open={open}
            onToggle={() => toggle(group, !open)}
          />
        );
      })}
      {shown.size === 0 && (
        <EmptyState
          title={filter.search === '' ? 'No dimension is set yet' : `No dimension matches “${filter.search}”`}
          text="A dial without dimensions matches every risk."
        />
      )}
    </div>
  );
}

/** The groups opened or closed by hand; a group with a field to reveal opens. */
function useGroups() {
  const revealed = useDraft((snapshot) => snapshot.revealed);
  const [toggled, setToggled] = useState<ReadonlyMap<Group, boolean>>(new Map());
  const [seen, setSeen] = useState<typeof revealed>();
  const toReveal = revealed?.path.startsWith('dimensions.') ? (revealed.path.slice(11) as DimensionKey) : undefined;
  const toggle = (group: Group, open: boolean) => setToggled((before) => new Map(before).set(group, open));
  if (seen !== revealed) {
    setSeen(revealed);
    if (toReveal !== undefined) toggle(dimensionOf(toReveal).group, true);
  }
  return { toReveal, toggled, toggle };
}

function useDimensionFilter() {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<Shown>('all');
  const [search, setSearch] = useState('');
  const slug = params.get('cob') ?? '';
  const cob = findClass(slug) === undefined ? '' : slug;
  const setCob = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next) after.set('cob', next);
        else after.delete('cob');
        return after;
      },
      { replace: true },
    );
  return { cob, setCob, shown, setShown, search, setSearch };
}

function DimensionToolbar(filter: ReturnType<typeof useDimensionFilter>) {
  const { cob, setCob, shown, setShown, search, setSearch } = filter;
  return (
    <div className={`ls-row ls-wrap ${classes.toolbar}`}>
      <ClassSelect
        aria-label="Filter by class"
        placeholder="All classes"
        value={cob === '' ? null : cob}
        onChange={setCob}
        clearable
        clearButtonProps={{ 'aria-label': 'All classes' }}
        leftSection={<IconFilter size={15} aria-hidden />}
        leftSectionPointerEvents="none"
        w={218}
      />
      <span className="ls-small ls-ink-3">
        {cob === ''
          ? `${DIMENSION_KEYS.length} dimensions`
          : `${fitting(cob)} of ${DIMENSION_KEYS.length} dimensions fit this class`}
      </span>
      <div className="ls-row ls-push">
        <SearchField label="Search dimensions" placeholder="Search" value={search} onChange={setSearch} width={112} />
        <SegmentedControl
          aria-label="Which dimensions"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: 'All' },
            { value: 'set', label: 'Set only' },
          ]}
        />
      </div>
    </div>
  );
}

type DimensionGroupProps = Readonly<{
  group: Group;
  keys: readonly DimensionKey[];
  cob: string;
  open: boolean;
  onToggle: () => void;
}>;

/** A card of dimensions; collapsed, one line summarises it. */
function DimensionGroup({ group, keys, cob, open, onToggle }: DimensionGroupProps) {
  const id = useId();
  const count = useDraft(({ data }) => keys.filter((key) => data.dimensions[key] !== undefined).length);
  const Icon = open ? IconOpen : IconClosed;
  return (
    <section className={`ls-card ${classes.card}`} aria-labelledby={id}>
      <h2>
        <UnstyledButton
          className={`ls-row ls-gap-10 ls-wide ls-ring-in ${classes.toggle}`}
          aria-expanded={open}
          onClick={onToggle}
        >
          <span id={id} className="ls-title ls-fixed">
            {group}
          </span>
          <span className="ls-small ls-normal ls-ink-3 ls-fixed">
            {count} of {keys.length} set
          </span>
          <span className={`ls-small ls-normal ls-ink-3 ls-clip ls-grow ${classes.summary}`}>
            {!open && <Summary keys={keys} />}
          </span>
          <Icon size={16} className="ls-ink-2 ls-fixed" aria-hidden />
        </UnstyledButton>
      </h2>
      {open && keys.map((key) => <DimensionRow key={key} dimensionKey={key} cob={cob} />)}
    </section>
  );
}

function Summary({ keys }: { keys: readonly DimensionKey[] }) {
  const nameOption = useNameOption();
  const dimensions = useDraft(({ data }) => data.dimensions);
  return keys.flatMap((key) => {
    if (!isSet(dimensions[key])) return [];
    return (
      <span key={key} className={classes.fact}>
        {dimensionOf(key).label}{' '}
        <strong className="ls-ink ls-medium">{describeValue(key, dimensions[key], nameOption)}</strong>
      </span>
    );
  });
}

type DimensionRowProps = Readonly<{ dimensionKey: DimensionKey; cob: string }>;

const DimensionRow = memo(function DimensionRow({ dimensionKey, cob }: DimensionRowProps) {
  const dimension = dimensionOf(dimensionKey);
  const set = useDraft(({ data }) => data.dimensions[dimensionKey] !== undefined);
  const stray = cob !== '' && !isForClass(dimension, cob);
  return (
    <FieldRow
      label={dimension.label}
      help={stray ? 'Set, though not for this class' : dimension.help}
      set={set}
      {...(isInput(dimension) && { fieldId: fieldId(`dimensions.${dimensionKey}`) })}
    >
      <Field dimensionKey={dimensionKey} />
    </FieldRow>
  );
});

const Field = memo(function Field({ dimensionKey }: Readonly<{ dimensionKey: DimensionKey }>) {
  const attempt = useDraft((snapshot) => snapshot.attempt);
  const field = useField(`dimensions.${dimensionKey}`);
  return <DimensionField {...field} dimension={dimensionOf(dimensionKey)} attempt={attempt} />;
});
