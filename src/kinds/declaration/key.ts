/** Syntax of keys, and the names and values that must be unique. */

import { topLevelAddress } from '../../core/address.ts';
import { type DesiredResource, isReference } from '../../core/state.ts';
import { type KindShape, naturalKeyOf, onceOfShape, type Shapes } from '../shape.ts';

export const keyPattern = '^[A-Za-z0-9][A-Za-z0-9._-]*$';

/** The pattern in words. */
export const keyWords = 'start with a letter or a digit, and contain only letters, digits, `.`, `_` and `-`';
export const longestKey = 100;

export function isValidKey(text: string): boolean {
  return new RegExp(keyPattern).test(text) && text.length <= longestKey;
}

/** Appends the lowest number that makes the slug unique. */
export function makeUniqueKey(slug: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? slug : `${slug}-${number}`;
    if (!isTaken(key)) return key;
  }
}

/** Case-insensitive keys are lower case in addresses. */
export function foldKeyCase(shape: KindShape, key: string, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  if (field?.type.is === 'ref') {
    const target = shapes.get(field.type.to);
    return target === undefined ? key : foldKeyCase(target, key, shapes);
  }
  return field?.caseFolded ? key.toLowerCase() : key;
}

type Stating = Pick<DesiredResource, 'address' | 'parent' | 'fields'>;

/** Equal texts conflict. */
interface UniqueClaim {
  readonly field: string;
  readonly claim: string;
}

export function uniqueFieldClaims({ address, parent, fields }: Stating, shape: KindShape): readonly UniqueClaim[] {
  const claims: UniqueClaim[] = [];
  for (const { field, unique } of uniqueFields(shape)) {
    const value = fields[field];
    if (value === undefined || value === null) continue;
    const scope = unique === 'organization' ? '' : unique === 'parent' ? parent : topLevelAddress(address);
    claims.push({ field, claim: `${shape.name}.${field} ${scope} ${JSON.stringify(value)}` });
  }
  return claims;
}

const uniqueFields = onceOfShape((shape) =>
  Object.entries(shape.fields).flatMap(([field, { unique }]) => (unique === undefined ? [] : [{ field, unique }])),
);

/** The natural key with the container that narrows it; undefined: none. */
export function uniqueNameClaim({ parent, fields }: Stating, shape: KindShape) {
  const key = naturalKeyOf(shape, fields, (address) => address);
  if (key === undefined) return undefined;
  const container = shape.narrowedBy === undefined ? null : fields[shape.narrowedBy];
  const place = isReference(container) ? container.ref : String(container);
  return { field: key.names[0] ?? '', names: key.names, claim: `name ${shape.name} ${parent} ${place} ${key.text}` };
}
