import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Select } from '@mantine/core';
import type { Partner } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import classes from './SelectPage.module.css';
import { partnerText } from '#web/bucket/address.ts';

const look = {
  searchable: true,
  clearable: true,
  clearSectionMode: 'clear',
  maxDropdownHeight: 320,
} as const;

type PartnerSelectProps = Readonly<{
  partners: readonly Partner[];
  value: number | undefined;
  onChange: (partner: number | undefined) => void;
}>;

export function PartnerSelect({ partners, value, onChange }: PartnerSelectProps) {
  return (
    <Select
      {...look}
      aria-label="Select Partner"
      placeholder="Select Partner"
      data={partners.map((partner) => ({ value: String(partner.number), label: partnerText(partner) }))}
      value={value === undefined ? null : String(value)}
      onChange={(number) => onChange(number === null ? undefined : Number(number))}
      clearButtonProps={{ 'aria-label': 'Every partner' }}
      nothingFoundMessage="No partner is called that"
      comboboxProps={{ width: 240, position: 'bottom-end' }}
      className={classes.partner}
    />
  );
}

type ClassSelectProps = Readonly<{
  value: string | undefined;
  onChange: (cob: string | undefined) => void;
  /** Slugs of the classes that lead somewhere; the others are shown and cannot be chosen. Every class without it. */
  there?: ReadonlySet<string> | undefined;
}>;

export function ClassSelect({ value, onChange, there }: ClassSelectProps) {
  return (
    <Select
      {...look}
      aria-label="Select Class"
      placeholder="Select Class"
      data={CLASSES.map(({ slug, label }) => ({
        value: slug,
        label,
        disabled: there !== undefined && !there.has(slug),
      }))}
      value={value ?? null}
      onChange={(slug) => onChange(slug ?? undefined)}
      clearButtonProps={{ 'aria-label': 'Every class' }}
      nothingFoundMessage="No class is called that"
      comboboxProps={{ width: 320, position: 'bottom-end' }}
      className={classes.class}
    />
  );
}
