/** The APIs that docform speaks. */

/** What the platform is, in words. */
export const dialectMeanings = {
  contract: 'the API of June 2025',
  vendor: 'the API that the vendor publishes today',
  'vendor-2025': "the vendor's API before drafts (version 0.181 of its description)",
} as const;

export type Dialect = keyof typeof dialectMeanings;

export const dialects = Object.keys(dialectMeanings) as readonly Dialect[];

/** The dialects of the vendor's platform. */
export const vendorDialects: readonly Dialect[] = ['vendor', 'vendor-2025'];

export function isDialect(text: unknown): text is Dialect {
  return typeof text === 'string' && Object.hasOwn(dialectMeanings, text);
}
