import type { InsertType, SelectType } from 'kysely';
import type { Schema } from '#server/db/schema.ts';

/** The database type that a row type requires. */
type Kind<T> = T extends Date
  ? 'timestamptz'
  : T extends boolean
    ? 'bool'
    : T extends string
      ? 'text' | 'int8' | 'uuid' | 'date' | 'numeric' | 'xid8'
      : T extends number
        ? 'int4'
        : T extends readonly string[]
          ? '_text'
          : T extends readonly number[]
            ? '_int4' | 'jsonb'
            : T extends Buffer
              ? 'bytea'
              : T extends object
                ? 'jsonb'
                : never;

type Column<C> = [InsertType<C>] extends [never]
  ? `${Kind<SelectType<C>>} generated`
  : null extends SelectType<C>
    ? `${Kind<NonNullable<SelectType<C>>>} or null`
    : undefined extends InsertType<C>
      ? `${Kind<SelectType<C>>} default`
      : Kind<SelectType<C>> | `${Kind<SelectType<C>>} default`;

/** What the row types require of the columns; `schema.test.ts` compiles those of the database against it. */
export type SchemaColumns = { [T in keyof Schema]: { [C in keyof Schema[T]]: Column<Schema[T][C]> } };
