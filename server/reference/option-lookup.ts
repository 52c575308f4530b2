import type { ReferenceList } from '#domain/dimension/dimension.ts';
import type { ClassesOfOption } from '#domain/dial/fit.ts';
import type { OptionState } from '#domain/dial/options.ts';

/** The properties of an option that dials depend on. */
export type OptionEntry = Readonly<{
  list: string;
  code: string;
  label: string;
  retired: boolean;
  classes: readonly string[];
}>;

export type OptionLookup = Readonly<{
  stateOf: (list: ReferenceList, code: string) => OptionState;
  labelOf: (list: ReferenceList, code: string) => string;
  classesOf: ClassesOfOption;
}>;

export function createOptionLookup(options: readonly OptionEntry[]): OptionLookup {
  const byName = new Map(options.map((option) => [`${option.list} ${option.code}`, option]));
  return {
    stateOf: (list, code) => {
      const option = byName.get(`${list} ${code}`);
      if (option === undefined) return 'unknown';
      return option.retired ? 'retired' : 'offered';
    },
    labelOf: (list, code) => byName.get(`${list} ${code}`)?.label ?? code,
    classesOf: (list, code) => byName.get(`${list} ${code}`)?.classes ?? [],
  };
}
