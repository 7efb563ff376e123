/** Finds values of new resources that are high-risk by themselves: who can sign in, who administers what, and what a new site will show once it is published. The audience decides about the rest. */

import { canFieldChangeAudience } from '../../access/audience/changes.ts';
import type { Value } from '../../core/state.ts';
import { type FieldShape, wideningText, wideningTextOfNew } from '../../kinds/field.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { Match } from '../identity/identity.ts';

/** `unstated`: fields that are not declared and get a value of the platform. Contents of a new container do not widen access: nobody has access to them yet, and the container reports its own access. */
export function wideningOfCreate(draft: Drafted, { resource, shape }: Match) {
  const isInNew = resource.parent !== null && draft.matches.idOf(resource.parent) === undefined;
  const says: { [field: string]: string } = {};
  const unstated: { [field: string]: Value } = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    const stated = resource.fields[name];
    const highRisk = isInNew ? undefined : wideningTextOfNew(field, stated === undefined ? field.initial : stated);
    if (highRisk !== undefined) says[name] = highRisk;
    if (highRisk !== undefined && stated === undefined && field.initial !== undefined) unstated[name] = field.initial;
    const level =
      stated === undefined || canFieldChangeAudience(shape.name, name) ? undefined : topInheritance(draft, field);
    const widens = level && wideningText(field, level.top, stated === level.inherit ? level.top : stated);
    if (widens !== undefined) says[name] = widens;
  }
  return { says, unstated };
}

/** The level that a new object without a container inherits. */
function topInheritance(
  { world }: Drafted,
  { exposure }: FieldShape,
): { readonly inherit: Value; readonly top: Value } | undefined {
  const inherited = exposure?.by === 'rise' ? exposure.inherited : undefined;
  if (inherited === undefined) return undefined;
  const { kind, field, otherwise } = inherited.atTop;
  return { inherit: inherited.value, top: world.liveIn(kind, null)[0]?.fields[field] ?? otherwise };
}
