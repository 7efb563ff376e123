/** Reads and validates the configuration. */

import { checkDeclared } from '../config/blocks/bounds.ts';
import { type FileReader, overlaid } from '../config/files/file-reader.ts';
import { findConfiguration } from '../config/files/find-configuration.ts';
import { filesOnDisk, relativePath } from '../config/files/load.ts';
import { type Known, loadConfiguration } from '../config/load-configuration.ts';
import type { LoadedRules, NamedRules } from '../config/policy/rules.ts';
import { createProblemList } from '../config/problem-list.ts';
import type { PolicyRule } from '../core/policy.ts';
import { nowhere, type Problem } from '../core/problem.ts';
import type { Bound, Desired } from '../core/state.ts';
import { findSecrets } from '../kinds/declaration/secrets.ts';
import { shapes } from '../kinds/index.ts';

export type { FileReader } from '../config/files/file-reader.ts';

/** Options for reading a configuration: files, variables and overrides. */
export interface ConfigurationOptions {
  /** Directory where the search for docform.yaml starts. Paths in problems are relative to this directory. */
  readonly directory: string;
  /** Default: the nearest docform.yaml, up to the root of the repository. */
  readonly file?: string;
  /** True: search for docform.yaml only in `directory`. */
  readonly isOnlyHere?: boolean;
  readonly environment?: string;
  /** Values that override variables of the configuration. A flag overrides DOCFORM_VAR_NAME. */
  readonly variables?: { readonly [name: string]: string };
  /** Id of the organization, if the configuration does not contain `organization`. */
  readonly organization?: string;
  /** True: the organization is optional, and empty if not set. For use without a platform. */
  readonly mayBeOpen?: boolean;
  /** Unsaved texts of an editor, by path as in problems. They replace the files on disk. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Reader that replaces the disk, for example to read the files of a commit. */
  readonly files?: FileReader;
  /** Additional policy rules: paths of files or directories. */
  readonly policies?: readonly string[];
}

export type RootedOptions = ConfigurationOptions & { readonly file: string };

/** The result of reading a configuration: its content, or its problems. */
export interface Validation {
  /** Undefined if and only if `problems` is not empty. */
  readonly desired: Desired | undefined;
  readonly problems: readonly Problem[];
  /** Expectations (`expect`) that the declarations contradict. The configuration is valid nevertheless. Missing: not checked. */
  readonly unmet?: readonly Problem[];
  /** Text of each file that was read, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
  /** The main file and the included files, in this order, without the environment file. */
  readonly parts: readonly string[];
  /** The main file. */
  readonly file: string;
  /** Secret values, which no output may contain. */
  readonly secrets: readonly string[];
  /** Policy rules for every plan. Missing: rules were not read. */
  readonly rules?: readonly PolicyRule[];
}

export interface EditorValidation extends Validation {
  /** Positions of the resources, also of an invalid configuration. */
  readonly known: () => Known;
}

/** Reads the configuration and finds all problems. Sends no requests. Returns undefined if no configuration exists. */
export async function validate(options: ConfigurationOptions): Promise<Validation | undefined> {
  const validation = await validateForEditor(options);
  if (validation === undefined) return undefined;
  // `known` refers to all parsed files, which a plan does not need in memory.
  const { known: _, ...told } = validation;
  return told;
}

export async function validateForEditor(options: ConfigurationOptions): Promise<EditorValidation | undefined> {
  const { directory, file: given, isOnlyHere = false, policies = [] } = options;
  const found = given ?? findConfiguration(directory, { isOnlyHere });
  if (found === undefined) return undefined;
  const file = relativePath(directory, found);
  const files = filesOf(options, file);
  const { ruleFiles, ...loaded } = loadConfiguration({ ...options, file, files, shapes });
  const named = [
    ...ruleFiles.map((each) => ({ ...each, files })),
    // Rules outside the repository cannot be changed by a pull request.
    ...policies.map((path) => ({
      path: relativePath(directory, path),
      span: nowhere,
      files: filesOnDisk(directory, path),
    })),
  ];
  const { rules, bounds, ...read } = await rulesIn(named);
  const outside = loaded.desired && bounds.length > 0 ? outsideOf(loaded.desired, bounds) : [];
  const problems = [...loaded.problems, ...read.problems, ...outside];
  const all = { problems, sources: new Map([...loaded.sources, ...read.sources]), rules };
  const allBounds = [...(loaded.desired?.bounds ?? []), ...bounds];
  const bounded = loaded.desired && { ...loaded.desired, ...(allBounds.length > 0 ? { bounds: allBounds } : {}) };
  const desired = problems.length === 0 ? bounded : undefined;
  const unmet = desired?.expect === undefined ? [] : await unmetIn(desired);
  return {
    ...loaded,
    ...all,
    unmet,
    desired,
    file,
    secrets: desired === undefined ? [] : findSecrets(desired, shapes),
  };
}

async function unmetIn(desired: Desired) {
  const { expectationsDeclared } = await import('./expectations.ts');
  const spans = new Map(desired.resources.map(({ address, span }) => [address, span]));
  return expectationsDeclared(desired).map(({ expectation, finding: { address, what, fix } }): Problem => {
    const declared = spans.get(address);
    const related = declared === undefined ? {} : { related: [{ message: 'declared here', span: declared }] };
    return { code: 'E-EXPECT', message: what, label: 'not as expected', hint: fix, span: expectation.span, ...related };
  });
}

async function rulesIn(named: readonly NamedRules[]): Promise<LoadedRules> {
  if (named.length === 0) return { rules: [], bounds: [], problems: [], sources: new Map() };
  const [{ loadRules }, { ruleSubjects }] = await Promise.all([
    import('../config/policy/rules.ts'),
    import('./rule-subjects.ts'),
  ]);
  return loadRules(named, ruleSubjects());
}

function outsideOf(desired: Desired, bounds: readonly Bound[]) {
  const problems = createProblemList();
  for (const bound of bounds) checkDeclared(problems, desired, bound);
  return problems.sorted([]);
}

/** Replaces files on disk by unsaved texts. Files that the configuration must not read are not replaced. */
export function filesOf({ directory, unsaved, files: given }: ConfigurationOptions, file: string): FileReader {
  const files = given ?? filesOnDisk(directory, file);
  if (unsaved === undefined) return files;
  const isRefused = (path: string) => {
    const read = files.read(path, 0);
    return 'fault' in read && (read.fault === 'outside' || read.fault === 'git');
  };
  return overlaid(files, new Map([...unsaved].filter(([path]) => !isRefused(path))));
}

/** Returns a function that validates the configuration with other texts. `file`: the main file. */
export function rereading(options: ConfigurationOptions, file: string) {
  const files = filesOf(options, file);
  return (texts: ReadonlyMap<string, string>) =>
    loadConfiguration({ ...options, file, files: overlaid(files, texts), shapes });
}

/** The JSON Schema of the configuration language, for editors. */
export async function configurationSchema(): Promise<{ readonly [key: string]: unknown }> {
  return (await import('../config/schema/schema.ts')).configurationSchema(shapes);
}
