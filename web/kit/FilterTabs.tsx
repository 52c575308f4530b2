import type { KeyboardEvent, ReactNode } from 'react';
import classes from './FilterTabs.module.css';

type FilterTab<Value extends string> = Readonly<{
  value: Value;
  label: string;
  /** A text if the number is capped: "100+". Null while loading: reserves its space. */
  count?: number | string | null;
  icon?: ReactNode;
}>;

type FilterTabsProps<Value extends string> = Readonly<{
  /** What is filtered, for screen readers. */
  label: string;
  tabs: readonly FilterTab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Id of the element that the selected tab filters. */
  panelId?: string;
}>;

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** One Tab stop; arrows, Home and End move and select. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const { label, tabs, value, onChange, panelId } = props;

  const move = (event: KeyboardEvent<HTMLButtonElement>, index: number) => {
    const next = steps[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    const button = event.currentTarget.parentElement?.children[next];
    if (button instanceof HTMLElement) button.focus();
    onChange(tab.value);
  };

  return (
    <div role="tablist" aria-label={label} className={classes.list}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          className={`ls-plain ls-inline ls-fixed ls-bold ls-ink-2 ${classes.tab}`}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={(event) => move(event, index)}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined && (
            <span className={`ls-small ls-loose ls-bold ${classes.count}`} aria-hidden={tab.count === null}>
              {tab.count ?? '\u00a0'}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
