/** Custom fields, collections and spaces of a configuration as those of a world. */
import { topContainer } from '../core/address.ts';
import type { Block, Declared } from './declared.ts';
import type { Level, Organization, Space } from './world-types.ts';

type CustomField = Organization['customFields'][number];
type Collection = Organization['collections'][number];
type FieldValue = NonNullable<Space['fields']>[string];

/** Fields that have values but are declared elsewhere are made up, with a type that fits the values. */
export function customFieldsOf({ all, warn }: Declared): readonly CustomField[] {
  const declared = all('custom-field').map((block): CustomField => {
    block.passOver('name');
    const options = block.stated<readonly string[]>('options') ?? undefined;
    return {
      name: block.key,
      type: block.text('type') ?? 'text',
      ...block.texts('title', 'description', 'placeholder'),
      ...(options === undefined ? {} : { options }),
    };
  });
  const names = new Set(declared.map(({ name }) => name));
  const madeUp: CustomField[] = [];
  for (const [name, value] of all('field-values').flatMap((block) => Object.entries(valuesOf(block)))) {
    if (names.has(name)) continue;
    names.add(name);
    madeUp.push({ name, type: typeOf(value) });
    warn(`spaces have values for the custom field ${name}, which is not declared; it is made up as one of type ${typeOf(value)}`);
  }
  return [...declared, ...madeUp];
}

function valuesOf(block: Block): { readonly [name: string]: FieldValue } {
  return block.stated<{ readonly [name: string]: FieldValue }>('values') ?? {};
}

function typeOf(value: FieldValue): string {
  if (Array.isArray(value)) return 'tags';
  return typeof value === 'string' ? 'text' : typeof value;
}

/** Parents before what they hold; what a collection lists in order comes in that order. */
export function collectionsOf(declared: Declared): readonly Collection[] {
  const collections = declared.all('collection').map((block): Collection => {
    const level = block.stated<NonNullable<Level>>('defaultLevel');
    return {
      ...block.pinned,
      key: block.key,
      title: block.text('title') ?? block.key,
      ...block.texts('description'),
      parent: block.keyOf('parent') ?? null,
      defaultLevel: level === undefined ? 'inherit' : level,
    };
  });
  const below = (parent: string | null): readonly Collection[] =>
    placed(declared, 'collection', parent, (each) => each.parent, collections).flatMap((each) => [each, ...below(each.key)]);
  return below(null);
}

export function spacesOf(declared: Declared): readonly Space[] {
  const spaces = declared.all('space').map((block) => spaceOf(declared, block));
  const containers = new Set(spaces.map(({ collection }) => collection));
  return [...containers].flatMap((collection) => placed(declared, 'space', collection, (each) => each.collection, spaces));
}

/** Read at creation only: in a seed the copy is there already, so what it was copied from says nothing. */
function spaceOf({ all }: Declared, block: Block): Space {
  for (const name of ['copyOf', 'sample']) block.passOver(name);
  const level = block.stated<NonNullable<Level>>('defaultLevel');
  const mode = block.text('editMode');
  const [values] = all('field-values', block.address);
  return {
    ...block.pinned,
    key: block.key,
    title: block.text('title') ?? block.key,
    emoji: block.text('emoji') ?? '1f4c4',
    collection: block.keyOf('collection') ?? null,
    defaultLevel: level === undefined ? 'inherit' : level,
    ...(mode === undefined ? {} : { editMode: mode === 'locked' ? 'locked' : 'live' }),
    ...(values === undefined ? {} : { fields: valuesOf(values) }),
  };
}

/** What stands in `container`: first what its order names, then the others as they were declared. */
function placed<T extends { readonly key: string }>(
  declared: Declared,
  kind: string,
  container: string | null,
  containerOf: (item: T) => string | null,
  items: readonly T[],
): readonly T[] {
  const here = items.filter((item) => containerOf(item) === container);
  const holder = container === null ? topContainer : `collections/${container}`;
  const named = declared.inOrder(holder).filter((each) => each.kind === kind);
  const first = named.flatMap(({ block }) => here.filter(({ key }) => key === block.key));
  return [...first, ...here.filter((item) => !first.includes(item))];
}
