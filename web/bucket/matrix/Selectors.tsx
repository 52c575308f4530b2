import { Select, type SelectProps } from '@mantine/core';
import type { Partner } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { partnerText } from '#web/bucket/address.ts';
import classes from './SelectPage.module.css';

type PartnerSelectProps = Readonly<{
  partners: readonly Partner[];
  value: number | undefined;
  onChange: (partner: number | undefined) => void;
}>;

export function PartnerSelect({ partners, value, onChange }: PartnerSelectProps) {
  return (
    <NounSelect
      noun="Partner"
      width={240}
      data={partners.map((partner) => ({ value: String(partner.number), label: partnerText(partner) }))}
      value={value === undefined ? null : String(value)}
      onChange={(number) => onChange(number === null ? undefined : Number(number))}
    />
  );
}

type ClassSelectProps = Readonly<{
  value: string | undefined;
  onChange: (cob: string | undefined) => void;
  /** Slugs of the classes that can be chosen; the others are disabled. All classes if omitted. */
  there?: ReadonlySet<string> | undefined;
}>;

export function ClassSelect({ value, onChange, there }: ClassSelectProps) {
  return (
    <NounSelect
      noun="Class"
      width={320}
      data={CLASSES.map(({ slug, label }) => ({ value: slug, label, disabled: there?.has(slug) === false }))}
      value={value ?? null}
      onChange={(slug) => onChange(slug ?? undefined)}
    />
  );
}

type NounSelectProps = Readonly<{ noun: string; width: number }> & Pick<SelectProps, 'data' | 'value' | 'onChange'>;

function NounSelect({ noun, width, ...choice }: NounSelectProps) {
  return (
    <Select
      {...choice}
      aria-label={`Select ${noun}`}
      placeholder={`Select ${noun}`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Every ${noun.toLowerCase()}` }}
      nothingFoundMessage={`No matching ${noun.toLowerCase()}`}
      comboboxProps={{ width, position: 'bottom-end' }}
      className={`ls-fixed ${classes.select}`}
    />
  );
}
