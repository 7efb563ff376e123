/** What is known of a configuration that may have problems, and where it stands in the files: for editors. */
import type { Address } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { type ConfigurationDraft, desiredResource } from './draft.ts';
import { entryOf, type MapNode } from './node.ts';

/** One place in the files that names a resource. */
export interface NamedAt {
  readonly address: Address;
  readonly span: SourceSpan;
}

export interface Known {
  /** What is declared or looked up, by address; `span` is where its key stands. */
  readonly resources: ReadonlyMap<Address, DesiredResource>;
  /** Whatever names one of them, in no order; not the keys that declare them. */
  readonly names: readonly NamedAt[];
  /** Where each variable is declared. */
  readonly variables: ReadonlyMap<string, SourceSpan>;
  /** Files that are not valid YAML: nothing of them is known. */
  readonly broken: readonly string[];
}

export function knownOf(draft: ConfigurationDraft, root: MapNode, broken: readonly string[]): Known {
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
