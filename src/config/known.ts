/** What is known about a configuration that may have problems, with places in the files, for editors. */
import type { Address } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import type { DesiredResource } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { type ConfigurationDraft, desiredResource } from './draft.ts';
import { entryOf, type MapNode } from './node.ts';

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
