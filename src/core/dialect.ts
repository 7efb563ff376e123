/** The APIs that docform supports, named by what a user can look up: their month, or GitBook and a version of its published description. */

export const dialectDescriptions = {
  '2025-06': 'the June 2025 API',
  gitbook: "GitBook's current API",
  'gitbook-0.180': "GitBook's API up to version 0.180 of its description, without drafts",
} as const;

export type Dialect = keyof typeof dialectDescriptions;

export const dialects = Object.keys(dialectDescriptions) as readonly Dialect[];

/** The dialects that GitBook publishes or published. */
export const gitbookDialects: readonly Dialect[] = ['gitbook', 'gitbook-0.180'];

export function isDialect(text: unknown): text is Dialect {
  return typeof text === 'string' && Object.hasOwn(dialectDescriptions, text);
}
