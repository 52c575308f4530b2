import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Limit } from '#domain/capacity/limit.ts';
import type { PortfolioSummary } from '#domain/portfolio/summary.ts';
import type { Instant, OptionalText } from './schema.columns.ts';

/** A portfolio without its risks, which are in its chunks. Days are `YYYY-MM-DD`. */
export type PortfolioRow = {
  id: string;
  name: string;
  name_key: string;
  risks: number;
  period_from: string;
  period_until: string;
  hash: string;
  /** int8 is returned as a string. */
  bytes: ColumnType<string, number, never>;
  loaded_at: Instant;
  loaded_by: OptionalText;
  is_used: Generated<boolean>;
  summary: JSONColumnType<PortfolioSummary>;
  revision: Generated<number>;
};

export type PortfolioChunkRow = {
  portfolio_id: string;
  number: number;
  cob: string;
  risks: number;
  hash: string;
  bytes: Buffer;
};

/** Chunks that are being stored, for a portfolio with this id. */
export type PortfolioUploadRow = { id: string; at: Instant };

export type PortfolioMatchRow = { against: string; text_key: string; code: string };

export type PortfolioTables = {
  portfolio: PortfolioRow;
  portfolio_chunk: PortfolioChunkRow;
  portfolio_upload: PortfolioUploadRow;
  portfolio_column: { name_key: string; target: string };
  portfolio_match: PortfolioMatchRow;
  /** One row at most. */
  capacity_sheet: {
    is_only: Generated<boolean>;
    limits: JSONColumnType<Limit[]>;
    file: string;
    imported_at: Instant;
    imported_by: string;
    revision: Generated<number>;
  };
};
