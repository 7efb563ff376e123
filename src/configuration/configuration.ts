/** Loads a configuration: from files to the desired state, or to all problems with their places. */
import type { Problem } from '../core/problem.ts';
import type { Desired } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type LoadOptions, loadTree } from './load.ts';
import { resolveConfiguration } from './resolve.ts';

export { findConfiguration } from './load.ts';

export interface ConfigurationOptions extends LoadOptions {
  readonly shapes: Shapes;
  /** The organization as DOCFORM_ORG says it. */
  readonly organization?: string;
}

export interface LoadedConfiguration {
  /** Undefined when there is any problem. */
  readonly desired: Desired | undefined;
  readonly problems: readonly Problem[];
  /** Texts by the file names that spans use, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
  /** The directory of the main file, where the ledger stands. */
  readonly directory: string;
}

export function loadConfiguration({ shapes, organization, ...options }: ConfigurationOptions): LoadedConfiguration {
  const { root, problems, sources, directory, readFile } = loadTree(options);
  if (root === undefined) return { desired: undefined, problems, sources, directory };
  const resolved = resolveConfiguration(root, {
    shapes,
    ...(organization === undefined ? {} : { organization }),
    readFile: (path, span) => readFile(path, span, (problem) => problems.push(problem)),
  });
  const all = [...problems, ...resolved.problems];
  return { desired: all.length > 0 ? undefined : resolved.desired, problems: all, sources, directory };
}
