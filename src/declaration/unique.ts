/** Finds values of a resource that must be unique: unique fields and its natural key. */

import { topOf } from '../core/address.ts';
import { type DesiredResource, isReference } from '../core/state.ts';
import { type KindShape, naturalKeyOf, onceOfShape } from '../kinds/shape.ts';

type Stating = Pick<DesiredResource, 'address' | 'parent' | 'fields'>;

/** Equal texts conflict. */
interface UniqueClaim {
  readonly field: string;
  readonly claim: string;
}

export function uniqueClaims({ address, parent, fields }: Stating, shape: KindShape): readonly UniqueClaim[] {
  const claims: UniqueClaim[] = [];
  for (const { field, unique } of uniqueFields(shape)) {
    const value = fields[field];
    if (value === undefined || value === null) continue;
    const scope = unique === 'organization' ? '' : unique === 'parent' ? parent : topOf(address);
    claims.push({ field, claim: `${shape.name}.${field} ${scope} ${JSON.stringify(value)}` });
  }
  return claims;
}

const uniqueFields = onceOfShape((shape) =>
  Object.entries(shape.fields).flatMap(([field, { unique }]) => (unique === undefined ? [] : [{ field, unique }])),
);

/** The natural key with the container that narrows it; undefined: none. */
export function nameClaim({ parent, fields }: Stating, shape: KindShape) {
  const key = naturalKeyOf(shape, fields, (address) => address);
  if (key === undefined) return undefined;
  const container = shape.narrowedBy === undefined ? null : fields[shape.narrowedBy];
  const place = isReference(container) ? container.ref : String(container);
  return { field: key.names[0] ?? '', names: key.names, claim: `name ${shape.name} ${parent} ${place} ${key.text}` };
}
