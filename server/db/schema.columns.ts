import type { ColumnType, JSONColumnType } from 'kysely';

/** How columns are read and written. */
export type Json = JSONColumnType<Record<string, unknown>>;
export type OptionalJson = JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type OptionalNumber = ColumnType<number | null, number | null | undefined, number | null>;
export type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
/** `YYYY-MM-DD`, as the domain writes days. */
export type OptionalDay = OptionalText;
/** int8 is returned as a string. */
export type BigCounter = ColumnType<string, never, never>;
