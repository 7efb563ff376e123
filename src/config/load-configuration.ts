/** Loads a configuration from files into the desired state: first each block, then checks of the whole configuration. Collects all problems and throws none. */

import { type Address, topContainer } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import { anyOrganization, type Desired, type DesiredResource, isReference } from '../core/state.ts';
import { type Shapes, topKind } from '../kinds/shape.ts';
import { declareChildren } from './blocks/blocks.ts';
import { checkDeclared } from './blocks/bounds.ts';
import { type ConfigurationDraft, createDraft } from './blocks/draft.ts';
import { checkMoved, readMoved } from './blocks/moved.ts';
import { takesVariables } from './blocks/resources.ts';
import { checkText, reportUnknownKey } from './blocks/values.ts';
import { checkConditions } from './checks/conditions.ts';
import { checkCustomValues } from './checks/custom-values.ts';
import { checkIds } from './checks/ids.ts';
import { resolveOrders } from './checks/orders.ts';
import { resolveReferences } from './checks/references.ts';
import { checkUniqueness } from './checks/uniqueness.ts';
import { createSources, defaultLimits, type FileReader, type Limits, noUsage } from './files/file-reader.ts';
import { readConfiguration } from './files/include.ts';
import { idPattern, supportedVersion, topParts } from './grammar.ts';
import { readDriftRules } from './policy/drift-rules.ts';
import { readExpectations } from './policy/expect.ts';
import { readPolicy } from './policy/policy.ts';
import { createProblemList, type ProblemList, replacementFix } from './problem-list.ts';
import { readClaims } from './site-file/claims.ts';
import { mergeClaims } from './site-file/merge-claims.ts';
import {
  expandTemplates,
  type Interpolation,
  interpolate,
  interpolateKeys,
  resolveVariables,
} from './yaml/expansion.ts';
import { entryOf, type MapEntry, type MapNode } from './yaml/node.ts';

interface LoadOptions {
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
  /** The command contacts no platform, so a configuration without an organization is allowed: it becomes `anyOrganization`. */
  readonly mayBeOpen?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface LoadedConfiguration {
  readonly desired: Desired | undefined;
  readonly problems: readonly Problem[];
  readonly sources: ReadonlyMap<string, string>;
  /** The main file and its included files, without the environment file and files of Git Sync. */
  readonly parts: readonly string[];
  /** For editors: available despite problems. */
  readonly known: () => Known;
  readonly ruleFiles: ConfigurationDraft['ruleFiles'];
}

export function loadConfiguration(options: LoadOptions): LoadedConfiguration {
  const { file, files, shapes, environment, variables = {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const problems = createProblemList(limits.problems);
  const sources = createSources(files, problems, limits);
  const reading = { files, sources, problems, limits, used: noUsage(), shapes };
  const { root: written, isWhole, broken, bounds, synced } = readConfiguration(reading, file);
  const root = expandTemplates(written, { problems, isWhole, limits });
  const isSynced = new Set(synced.map(({ path }) => path));
  const parts = [...sources.texts.keys()].filter((path) => !isSynced.has(path));
  const values = resolveVariables({ ...reading, isWhole }, root, file, withoutUndefined({ variables, environment }));
  const draft = createDraft(reading, readClaims(synced, shapes, problems));
  const interpolated = withValues(draft, root, { problems, variables: values, isWhole, added: { count: 0 } });
  const declared = declareConfiguration(draft, interpolated, isWhole, options);
  const desired = declared && bounds.length > 0 ? { ...declared, bounds } : declared;
  for (const bound of bounds) if (desired && bound.file === undefined) checkDeclared(problems, desired, bound);
  const found = problems.sorted(sources.texts.keys());
  return {
    desired: found.length === 0 ? desired : undefined,
    problems: found,
    sources: sources.texts,
    parts,
    ruleFiles: draft.ruleFiles,
    known: () => knownOf(draft, root, broken),
  };
}

export interface Known {
  /** Declared and referenced resources by address. `span` is the place of the key. */
  readonly resources: ReadonlyMap<Address, DesiredResource>;
  /** References, without the declaring keys, in no particular order. */
  readonly names: ConfigurationDraft['named'];
  readonly variables: ReadonlyMap<string, SourceSpan>;
  /** Files that are not valid YAML, so that nothing in them is known. */
  readonly broken: readonly string[];
}

function knownOf(draft: ConfigurationDraft, root: MapNode, broken: readonly string[]): Known {
  const named = draft.references.flatMap(({ from, field, span }) => {
    const value = from.fields[field];
    return isReference(value) ? [{ address: value.ref, span }] : [];
  });
  const variables = entryOf(root, 'vars')?.value;
  return {
    resources: draft.at,
    names: [...named, ...draft.named],
    variables: new Map(
      variables?.is === 'map' ? variables.entries.map(({ key, keySpan }) => [key, keySpan] as const) : [],
    ),
    broken,
  };
}

/** Keys of the language that contain no resources. */
const fixedKeys: readonly string[] = [
  'version',
  'organization',
  'name',
  'include',
  'within',
  'vars',
  'templates',
  'policy',
  'expect',
  'drift',
  'moved',
];

/** `isWhole`: false if a file is missing, so that absent declarations are not reported. */
function declareConfiguration(draft: ConfigurationDraft, root: MapNode, isWhole: boolean, options: LoadOptions) {
  const isEmpty = root.entries.length === 0 && !isWhole;
  if (!isEmpty) readVersion(draft.problems, root);
  const organization = isEmpty ? undefined : readOrganization(draft.problems, root, options);
  const named = entryOf(root, 'name')?.value;
  const name = named && checkText(draft.problems, named, { is: 'text', pattern: idPattern }, 'name');
  const { isNamed, ...policy } = readPolicy(draft, entryOf(root, 'policy')?.value);
  const ignore = readDriftRules(draft, entryOf(root, 'drift')?.value);
  declareTop(draft, root);
  const expectations = readExpectations(draft, entryOf(root, 'expect')?.value);
  const moves = readMoved(draft, entryOf(root, 'moved')?.value);
  if (!isWhole) return undefined;
  mergeClaims(draft, draft.claims);
  resolveReferences(draft);
  resolveOrders(draft);
  checkUniqueness(draft);
  checkCustomValues(draft);
  checkConditions(draft);
  checkIds(draft);
  const moved = checkMoved(draft, moves);
  const expect = expectations();
  if (organization === undefined) return undefined;
  const lists = draft.lists.map(({ prune, ...list }) => ({
    ...list,
    prune: prune ?? policy.prune(list.kind),
    pruneIsNamed: prune !== undefined || isNamed(list.kind),
  }));
  return {
    organization,
    ...withoutUndefined({ name, drift: ignore.length === 0 ? undefined : { ignore } }),
    ...withoutUndefined({ expect: expect.length === 0 ? undefined : expect }),
    resources: [...draft.at.values()],
    lists,
    orders: draft.orders,
    moved,
    policy,
  };
}

/** Replaces variables in values, except where docform needs the value to read the configuration. */
function withValues(draft: ConfigurationDraft, root: MapNode, context: Interpolation): MapNode {
  const keyed = new Set(
    [...draft.shapes.values()]
      .filter((shape) => shape.parents === undefined && takesVariables(shape))
      .map((shape) => shape.segment),
  );
  const entries = root.entries.map((entry): MapEntry => {
    if (['version', 'include', 'within', 'vars'].includes(entry.key)) return entry;
    const node = interpolate(context, entry.value);
    return { ...entry, value: keyed.has(entry.key) && node.is === 'map' ? interpolateKeys(context, node) : node };
  });
  return { ...root, entries };
}

function declareTop(draft: ConfigurationDraft, root: MapNode) {
  const parts = topParts(draft.shapes);
  const top = { address: topContainer, kind: topKind, key: topContainer };
  for (const entry of root.entries) {
    const part = parts.get(entry.key);
    if (part !== undefined) declareChildren(draft, part, entry, top, () => undefined);
    else if (!fixedKeys.includes(entry.key))
      reportUnknownKey(draft.problems, entry.key, entry.keySpan, 'a configuration', [...fixedKeys, ...parts.keys()]);
  }
}

function readVersion(problems: ProblemList, root: MapNode) {
  const entry = entryOf(root, 'version');
  const hint = `write \`version: ${supportedVersion}\``;
  if (entry === undefined)
    problems.add('E-VERSION', root.span, {
      message: 'missing key "version"',
      hint,
      fix: { is: 'before', text: `version: ${supportedVersion}\n` },
    });
  else if (entry.value.is !== 'lost' && (entry.value.is !== 'scalar' || entry.value.value !== supportedVersion)) {
    problems.add('E-VERSION', entry.value.span, {
      message: 'unsupported version of the configuration language',
      hint,
      fix: replacementFix(`${supportedVersion}`),
    });
  }
}

/** Returns undefined after a problem. */
function readOrganization(problems: ProblemList, root: MapNode, { organization: given, mayBeOpen }: LoadOptions) {
  const entry = entryOf(root, 'organization');
  if (entry === undefined) {
    if (given !== undefined) return given;
    if (mayBeOpen) return anyOrganization;
    return problems.add('E-ORGANIZATION', root.span, {
      message: 'missing key "organization"',
      hint: 'write `organization: ID`, or set DOCFORM_ORG',
    });
  }
  const stated = checkText(problems, entry.value, { is: 'text', pattern: idPattern }, 'organization');
  if (stated === undefined || given === undefined || stated === given) return stated;
  return problems.add('E-ORGANIZATION-MISMATCH', entry.value.span, {
    message: `the configuration is for organization ${stated}, but --organization or DOCFORM_ORG is ${given}`,
    hint: 'use the same organization in both places, or remove one of the two',
  });
}
