import { checkDial, type CheckContext, type FieldError } from '#domain/dial/check.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { checkOptions } from '#domain/dial/options.ts';
import type { OptionLookup } from '#server/reference/option-lookup.ts';

export type DialContext = CheckContext & Readonly<{ previous: DialData | undefined }>;

/** All rules at once: those of the form, and that every option exists. */
export function dialErrors(data: DialData, context: DialContext, { stateOf }: OptionLookup): FieldError[] {
  return [...checkDial(data, context), ...checkOptions(data.dimensions, stateOf, context.previous?.dimensions)];
}
