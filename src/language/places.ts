/** Finds the resource that a word means, and its other references in the files. */
import type { Known } from '../config/load-configuration.ts';
import { type Address, addressIn, keyIn } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import { type DesiredResource, isExternalBlock, isReference } from '../core/state.ts';
import { foldedKey } from '../declaration/key.ts';
import { containerOf } from '../declaration/order.ts';
import { keyOf, textOf } from '../edit/yaml/nodes.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import { type Language, meaningOf } from './meaning.ts';
import type { Path } from './typed.ts';

interface Input extends Language {
  readonly known: Pick<Known, 'resources'>;
}

/** The known addresses that the word means, references first. */
export function addressesOf(input: Input, path: Path): readonly Address[] {
  const { resource, refers, ordered, isAddress, isDeclaration } = meaningOf(input, path);
  const { known, shapes } = input;
  const word = wordOf(path);
  const named =
    refers === undefined
      ? undefined
      : addressIn(refers.list, foldedKey(shapeOf({ shapes }, refers.kind), word, shapes));
  const found = [
    ...(named === undefined ? [] : [named]),
    ...(isAddress ? [word] : []),
    ...(ordered === undefined ? [] : orderedAs(input, ordered, word)),
    ...(isDeclaration && resource !== undefined ? [resource.address] : []),
  ];
  return found.filter((address) => known.resources.has(address));
}

function wordOf({ steps, part, scalar }: Path) {
  const last = steps.at(-1);
  if (part === 'key' && last !== undefined) return keyOf(last.member);
  return textOf(scalar) ?? '';
}

/** A key in an `order`, or an address if two members have the same key. */
function orderedAs({ known, shapes }: Input, container: Address, word: string): readonly Address[] {
  const inside = [...known.resources.values()].filter((resource) => containerOf(resource, shapes) === container);
  return inside.filter(({ address }) => address === word || keyIn(address) === word).map(({ address }) => address);
}

/** Every place that refers to the resource or to resources with its key, and the declaration. */
export function placesOf({ resources, names }: Known, address: Address, withDeclaration: boolean, shapes: Shapes) {
  const resource = resources.get(address);
  const isNamedOnly = resource?.isExternal && !isExternalBlock(resource);
  const declared = resource === undefined || isNamedOnly ? [] : [resource.span];
  const isDeclared = (span: SourceSpan) => declared.some((each) => isSame(each, span));
  const alike = new Set([address, ...namedAfter(resources.values(), address, shapes)]);
  const named = names.filter((name) => alike.has(name.address) && !isDeclared(name.span)).map(({ span }) => span);
  const all = [...(withDeclaration ? declared : []), ...named];
  return all.filter((span, at) => all.findIndex((other) => isSame(span, other)) === at);
}

/** For example, a site-space has the key of its space. */
function namedAfter(resources: Iterable<DesiredResource>, address: Address, shapes: Shapes): readonly Address[] {
  return [...resources].flatMap(({ kind, fields, address: own }) => {
    const { key } = shapeOf({ shapes }, kind);
    const value = key === 'name' ? undefined : fields[key.field];
    return value !== undefined && isReference(value) && value.ref === address ? [own] : [];
  });
}

function isSame(a: SourceSpan, b: SourceSpan) {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** The declared title. */
export function statedTitle({ fields }: Pick<DesiredResource, 'fields'>): string | undefined {
  const said = [fields.title, fields.name, fields.label].find((value) => typeof value === 'string' && value !== '');
  return typeof said === 'string' ? said : undefined;
}
