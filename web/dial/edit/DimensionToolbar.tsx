import { SegmentedControl, Select } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { SearchField } from '#web/kit/SearchField.tsx';
import { fitting } from './shownDimensions.ts';
import type { useDimensionFilter } from './useDimensionFilter.ts';
import './selects.ts';
import classes from './DimensionsStep.module.css';

const CLASS_OPTIONS = CLASSES.map(({ slug, label }) => ({ value: slug, label }));

export function DimensionToolbar(filter: ReturnType<typeof useDimensionFilter>) {
  const { cob, setCob, shown, setShown, search, setSearch } = filter;
  return (
    <div className={classes.toolbar}>
      <Select
        aria-label="Filter by class"
        placeholder="All classes"
        data={CLASS_OPTIONS}
        value={cob === '' ? null : cob}
        onChange={setCob}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'All classes' }}
        nothingFoundMessage="No class is called that"
        leftSection={<IconFilter size={15} aria-hidden />}
        leftSectionPointerEvents="none"
        withScrollArea={false}
        w={218}
      />
      <span className={classes.fits}>
        {cob === ''
          ? `${DIMENSION_KEYS.length} dimensions`
          : `${fitting(cob)} of ${DIMENSION_KEYS.length} dimensions fit this class`}
      </span>
      <div className={classes.tools}>
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
