/** What a configuration declares, as the platform takes it in for a seed: resources by kind and place, their fields by name. */

/** One declared resource, its fields read by name. */
export interface DeclaredBlock {
  readonly address: string;
  readonly key: string;
  /** Its pinned id, to be spread. */
  readonly pinned: { readonly id?: string };
  /** As it is stated, which the validator has checked to be of this type; null: cleared; undefined: not stated. */
  readonly stated: <T>(field: string) => T | null | undefined;
  /** The same, but what is cleared is not there either. */
  readonly text: (field: string) => string | undefined;
  readonly flag: (field: string) => boolean | undefined;
  /** The texts among these that are there, to be spread. */
  readonly texts: <Name extends string>(...fields: readonly Name[]) => { readonly [N in Name]?: string };
  /** Key of what a reference names. */
  readonly keyOf: (field: string) => string | undefined;
  /** These fields say nothing about a state. */
  readonly passOver: (...fields: readonly string[]) => void;
}

export interface Declared {
  /** Id of the organization. */
  readonly organization: string;
  /** Id or e-mail of who applies the configuration, in small letters. */
  readonly self?: string;
  /** It is what a platform has, and not what somebody wrote. */
  readonly isCopy: boolean;
  /** Of this kind, in the order of the configuration; `parent`: those that stand in it. */
  readonly all: (kind: string, parent?: string) => readonly DeclaredBlock[];
  /** What `container` holds, in the order it states; null: the top level. */
  readonly inOrder: (container: string | null) => readonly { readonly kind: string; readonly block: DeclaredBlock }[];
  readonly warn: (text: string) => void;
  /** Everything that was warned of, and everything that was declared and never read. */
  readonly warnings: () => readonly string[];
}

/** What stands in `container`: first what its order names, then the others as they were declared. */
export function placed<T extends { readonly key: string }>(
  declared: Declared,
  kind: string,
  container: string | null,
  containerOf: (item: T) => string | null,
  items: readonly T[],
): readonly T[] {
  const here = items.filter((item) => containerOf(item) === container);
  const named = declared.inOrder(container === null ? null : `collections/${container}`).filter((each) => each.kind === kind);
  const first = named.flatMap(({ block }) => here.filter(({ key }) => key === block.key));
  return [...first, ...here.filter((item) => !first.includes(item))];
}
