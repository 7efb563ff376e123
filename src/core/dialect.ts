/** The APIs that docform speaks. */

/**
 * `contract`: the platform's API as the contract describes it. `vendor`: the API that the vendor publishes today.
 * `vendor-2025`: the same before drafts, and before a section could be moved to a group by its update (0.181).
 */
export const dialects = ['contract', 'vendor', 'vendor-2025'] as const;

export type Dialect = (typeof dialects)[number];

/** The dialects of the vendor's platform. */
export const vendorDialects: readonly Dialect[] = ['vendor', 'vendor-2025'];

export function isDialect(text: unknown): text is Dialect {
  return dialects.some((each) => each === text);
}
