/** Loads a configuration from files into the desired state. Collects all problems and throws none. */
import { defined } from '../core/defined.ts';
import type { Problem } from '../core/problem.ts';
import type { Desired } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { declareConfiguration } from './declare.ts';
import type { ConfigurationDraft } from './draft.ts';
import { createSources, type FileReader } from './file-reader.ts';
import { grammarOf } from './grammar.ts';
import { readConfiguration } from './include.ts';
import { type Known, knownOf } from './known.ts';
import { defaultLimits, type Limits, noUsage } from './limits.ts';
import { createProblemList } from './problem-list.ts';
import { resolveVariables } from './variables.ts';

export interface LoadOptions {
  /** Path of the main file, as shown in problems. */
  readonly file: string;
  readonly files: FileReader;
  readonly shapes: Shapes;
  /** Reads variables from env/NAME.yaml next to the main file. */
  readonly environment?: string;
  /** Variables from DOCFORM_VAR_* and flags. */
  readonly variables?: { readonly [name: string]: string };
  /** From DOCFORM_ORG. Replaces `organization`, and must not contradict it. */
  readonly organization?: string;
  /** Allows a configuration without an organization, which becomes `anyOrganization`. */
  readonly mayBeOpen?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface LoadedConfiguration {
  readonly desired: Desired | undefined;
  readonly problems: readonly Problem[];
  readonly sources: ReadonlyMap<string, string>;
  /** The main file and its included files, without the environment file. */
  readonly parts: readonly string[];
  /** What is known despite problems, for editors. */
  readonly known: () => Known;
  readonly ruleFiles: ConfigurationDraft['ruleFiles'];
}

export function loadConfiguration(options: LoadOptions): LoadedConfiguration {
  const { file, files, shapes, environment, variables = {}, organization, mayBeOpen = false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const problems = createProblemList(limits.problems);
  const sources = createSources(files, problems, limits);
  const reading = { files, sources, problems, limits, used: noUsage() };
  const { root, isWhole, broken } = readConfiguration(reading, file);
  const parts = [...sources.texts.keys()];
  const overrides = defined({ variables, environment });
  const values = resolveVariables(reading, { root, isWhole }, file, overrides);
  const draft: ConfigurationDraft = {
    shapes,
    grammar: grammarOf(shapes),
    problems,
    sources,
    at: new Map(),
    scopes: new Map(),
    lists: [],
    orders: {},
    references: [],
    named: [],
    sequences: [],
    ruleFiles: [],
    conditions: [],
  };
  const given = defined({ isWhole, variables: values, mayBeOpen, organization });
  const desired = declareConfiguration(draft, root, given);
  const found = problems.sorted(sources.texts.keys());
  const known = () => knownOf(draft, root, broken);
  const { ruleFiles } = draft;
  return {
    desired: found.length === 0 ? desired : undefined,
    problems: found,
    sources: sources.texts,
    parts,
    ruleFiles,
    known,
  };
}
