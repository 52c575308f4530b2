import { TagsInput } from '@mantine/core';
import { LIMITS } from '#domain/dial/dial.ts';
import { useField } from './field.ts';
import './selects.ts';

type WordsFieldProps = Readonly<{
  path: 'tags' | 'authors';
  label: string;
  help: string;
  /** In use elsewhere, to choose from. Anything else can be written, too. */
  words: readonly string[] | undefined;
}>;

export function WordsField({ path, label, help, words = [] }: WordsFieldProps) {
  const { value, onChange, ...field } = useField(path);
  const tidy = (next: readonly string[]) => onChange([...new Set(next.map((word) => word.trim()).filter(Boolean))]);
  return (
    <TagsInput
      {...field}
      label={label}
      description={help}
      value={value}
      onChange={tidy}
      data={[...words]}
      limit={50}
      maxTags={LIMITS[path]}
      splitChars={[',', ';', '\n', '\r', '\t']}
      placeholder={value.length === 0 ? 'Type and press Enter, or paste several' : ''}
      withScrollArea={false}
    />
  );
}
