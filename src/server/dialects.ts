/** All dialects by name. */
import { contractDialect, type Dialect } from './dialect.ts';
import { vendorDialect } from './vendor/index.ts';

export const dialectNames = ['contract', 'vendor'] as const;
export type DialectName = (typeof dialectNames)[number];

export const dialects: { [N in DialectName]: Dialect } = { contract: contractDialect, vendor: vendorDialect };
