/** Finds all places in the files that name a resource. */
import type { Known } from '../config/load-configuration.ts';
import type { Address } from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import { type DesiredResource, isExternalBlock, isReference } from '../core/state.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';

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
