/** Limits against hostile configurations; each is far above what an honest one needs. */

export interface Limits {
  readonly fileBytes: number;
  /** Of all YAML files and all files that values name. */
  readonly totalBytes: number;
  readonly files: number;
  /** Maps and lists inside each other. */
  readonly depth: number;
  /** Words, marks and gaps that all YAML files together are read as: memory grows with them, many times faster than with bytes. */
  readonly pieces: number;
  /** Problems that are told; of those beyond only the number is. */
  readonly problems: number;
  /** Values that aliases may repeat, in all files together. */
  readonly aliasedNodes: number;
  /** Directory entries that globs may look at. */
  readonly listedEntries: number;
}

/** What one run has used of them so far. */
export interface Used {
  pieces: number;
  aliased: number;
}

export function nothingUsed(): Used {
  return { pieces: 0, aliased: 0 };
}

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  fileBytes: 8 * megabyte,
  totalBytes: 32 * megabyte,
  files: 2000,
  depth: 40,
  pieces: 3_000_000,
  problems: 5_000,
  aliasedNodes: 20_000,
  listedEntries: 50_000,
};
