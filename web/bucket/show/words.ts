import type { BucketRow, Partner } from '#contract/bucket.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { grouped } from '#domain/dimension/format.ts';

/** Two decimals, always: a column of them compares by eye. */
export const appetiteText = (appetite: number): string => appetite.toFixed(2);

export const dialsText = (count: number): string => `${grouped(count)} ${count === 1 ? 'dial' : 'dials'}`;

export const partnerText = ({ number, name }: Partner): string => `${number} ${name}`;

export const classLabel = (slug: string): string => findClass(slug)?.label ?? slug;

type Address = Pick<BucketRow, 'partner' | 'cob'>;

export const bucketAddress = ({ partner, cob }: Address): string => `/syndicate/${partner}/bucket/${cob}`;
