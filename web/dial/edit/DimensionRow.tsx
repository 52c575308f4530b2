import { memo } from 'react';
import { isForClass } from '#domain/dimension/dimension.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { DimensionField, isInput } from '#web/dimension/kind/fields.tsx';
import { fieldId, useDraft, useField } from './editor.ts';
import { FieldRow } from './FieldRow.tsx';

type DimensionRowProps = Readonly<{ dimensionKey: DimensionKey; cob: string }>;

export const DimensionRow = memo(function DimensionRow({ dimensionKey, cob }: DimensionRowProps) {
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
