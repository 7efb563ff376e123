/** Limits against hostile configurations; each is far above what an honest one needs. */

export interface Limits {
  readonly fileBytes: number;
  /** Of all YAML files and all files that values name. */
  readonly totalBytes: number;
  readonly files: number;
  /** Maps and lists inside each other. */
  readonly depth: number;
  /** Values that aliases may repeat, all together. */
  readonly aliasedNodes: number;
  /** Directory entries that globs may look at. */
  readonly listedEntries: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: Limits = {
  fileBytes: 8 * megabyte,
  totalBytes: 32 * megabyte,
  files: 2000,
  depth: 40,
  aliasedNodes: 20_000,
  listedEntries: 50_000,
};
