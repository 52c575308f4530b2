import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useApiQuery } from '#web/base/api/query.ts';
import { partnerText } from '#web/bucket/address.ts';

type PartnersSelectProps = Omit<MultiSelectProps, 'data' | 'value' | 'placeholder'> &
  Readonly<{
    /** Their numbers. */
    value: readonly string[];
    /** What none of them means. */
    none: string;
  }>;

/** Chooses partners. */
export function PartnersSelect({ value, none, ...props }: PartnersSelectProps) {
  const { data, isPending } = useApiQuery('getAppetites', {});
  return (
    <MultiSelect
      data={data?.partners.map((partner) => ({ value: String(partner.number), label: partnerText(partner) })) ?? []}
      value={[...value]}
      placeholder={value.length === 0 ? none : ''}
      nothingFoundMessage={isPending ? 'Loading...' : 'No matching partner'}
      {...props}
    />
  );
}
