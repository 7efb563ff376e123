/** The APIs that docform supports. */

export const dialectDescriptions = {
  contract: 'the June 2025 API',
  vendor: "GitBook's current API",
  'vendor-2025': "the vendor's API before version 0.181 of its description, which added drafts",
} as const;

export type Dialect = keyof typeof dialectDescriptions;

export const dialects = Object.keys(dialectDescriptions) as readonly Dialect[];

/** The dialects of the vendor's platform. */
export const vendorDialects: readonly Dialect[] = ['vendor', 'vendor-2025'];

export function isDialect(text: unknown): text is Dialect {
  return typeof text === 'string' && Object.hasOwn(dialectDescriptions, text);
}
