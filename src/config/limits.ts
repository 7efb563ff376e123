/** Limits against hostile configurations, far above the size of real ones. */

export interface Limits {
  readonly fileBytes: number;
  /** All YAML files, and all files that values name. */
  readonly totalBytes: number;
  readonly files: number;
  readonly depth: number;
  /** YAML tokens of all files together. They need much more memory than the bytes. */
  readonly pieces: number;
  /** Reported problems. For further problems, only their number is reported. */
  readonly problems: number;
  /** Values that aliases repeat in all files together. */
  readonly aliasedNodes: number;
  readonly listedEntries: number;
  /** Values that blocks take from templates. */
  readonly templateNodes: number;
}

export interface Used {
  pieces: number;
  aliased: number;
}

export function noUsage(): Used {
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
  templateNodes: 1_000_000,
};
