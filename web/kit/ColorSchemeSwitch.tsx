import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'System'],
];

function isScheme(value: string): value is MantineColorScheme {
  return schemes.some(([scheme]) => scheme === value);
}

/** Three radio items for a `Menu` of the kit. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Colour scheme</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => isScheme(value) && setColorScheme(value)}>
        {schemes.map(([value, label]) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
