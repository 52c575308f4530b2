import { Button, Menu } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { DialVersionSummary } from '#contract/dial.ts';
import classes from './Versions.module.css';

export type VersionPickerProps = Readonly<{
  label: string;
  version: number;
  /** The other one: a version is not compared with itself. */
  taken: number;
  versions: readonly DialVersionSummary[];
  onPick: (version: number) => void;
}>;

export function VersionPicker({ label, version, taken, versions, onPick }: VersionPickerProps) {
  return (
    <Menu width={340} position="bottom-start" classNames={{ itemLabel: `${classes.itemLabel}` }}>
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<IconOpen size={13} aria-hidden />}>
          <span className={classes.pickerLabel}>{label}</span> v{version}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.RadioGroup value={String(version)} onChange={(picked) => onPick(Number(picked))}>
          {versions.map((each) => (
            <Menu.RadioItem
              key={each.version}
              value={String(each.version)}
              disabled={each.version === taken}
              closeMenuOnClick
            >
              <span className={classes.option}>
                <strong>v{each.version}</strong>
                <span className={classes.optionText}>
                  {each.state === 'draft' ? `Draft. ${each.reason}` : each.reason || 'First version'}
                </span>
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
