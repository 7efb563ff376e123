/** Loads a configuration from files into the desired state. Collects all problems and throws none. */
import type { Address } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { Desired, DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import type { Shapes } from '../kinds/shape.ts';
import { checkDeclared } from './bounds.ts';
import { declareConfiguration } from './declare.ts';
import { type ConfigurationDraft, desiredResource } from './draft.ts';
import { createSources, type FileReader } from './file-reader.ts';
import { grammarOf } from './grammar.ts';
import { readConfiguration } from './include.ts';
import { defaultLimits, type Limits, noUsage } from './limits.ts';
import { entryOf, type MapNode } from './node.ts';
import { createProblemList } from './problem-list.ts';
import { expandTemplates } from './templates.ts';
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
  /** For editors: available despite problems. */
  readonly known: () => Known;
  readonly ruleFiles: ConfigurationDraft['ruleFiles'];
}

export function loadConfiguration(options: LoadOptions): LoadedConfiguration {
  const { file, files, shapes, environment, variables = {}, organization, mayBeOpen = false } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const problems = createProblemList(limits.problems);
  const sources = createSources(files, problems, limits);
  const reading = { files, sources, problems, limits, used: noUsage(), shapes };
  const { root: written, isWhole, broken, bounds } = readConfiguration(reading, file);
  const root = expandTemplates(written, { problems, isWhole, limits });
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
  const declared = declareConfiguration(draft, root, given);
  const desired = declared && bounds.length > 0 ? { ...declared, bounds } : declared;
  for (const bound of bounds) if (desired && bound.file === undefined) checkDeclared(problems, desired, bound);
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

interface NamedAt {
  readonly address: Address;
  readonly span: SourceSpan;
}

export interface Known {
  /** Declared and referenced resources by address. `span` is the place of the key. */
  readonly resources: ReadonlyMap<Address, DesiredResource>;
  /** References, without the declaring keys, in no particular order. */
  readonly names: readonly NamedAt[];
  readonly variables: ReadonlyMap<string, SourceSpan>;
  /** Files that are not valid YAML, so that nothing in them is known. */
  readonly broken: readonly string[];
}

function knownOf(draft: ConfigurationDraft, root: MapNode, broken: readonly string[]): Known {
  const resources = new Map([...draft.at.values()].map((resource) => [resource.address, desiredResource(resource)]));
  const named = draft.references.flatMap(({ from, field, span }): readonly NamedAt[] => {
    const value = from.fields[field];
    return isReference(value) ? [{ address: value.ref, span }] : [];
  });
  const variables = entryOf(root, 'vars')?.value;
  return {
    resources,
    names: [...named, ...draft.named],
    variables: new Map(
      variables?.is === 'map' ? variables.entries.map(({ key, keySpan }) => [key, keySpan] as const) : [],
    ),
    broken,
  };
}
