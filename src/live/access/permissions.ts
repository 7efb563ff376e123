/** Reads the permissions of teams and members, for platforms that have them. */
import type { MemberFact, PermissionFact, PermissionPlace, Unknown } from '../../access/facts.ts';
import { type Definitions, definitionIn } from '../gathering.ts';
import { createReader, type LiveClient } from '../reader.ts';
import { permissionFact } from './decode.ts';
import { type AccessReading, readListed } from './listing.ts';

interface Where {
  organization: string;
  places: readonly PermissionPlace[];
  members: readonly MemberFact[];
  definitions: Definitions;
}

/** Unreadable lists have an entry in `unknown`. */
export async function readPermissions(
  client: LiveClient,
  { organization, places, members, definitions }: Where,
): Promise<{ permissions: readonly PermissionFact[]; unknown: readonly Unknown[] }> {
  const reading: AccessReading = { reader: createReader(client), organization, unknown: [] };
  const emails = new Map(members.map(({ id, email }) => [id, email]));
  const read = async (place: PermissionPlace, to: PermissionFact['to']) => {
    const { reading: by, parents } = definitionIn({ definitions }, `${to}-permission`);
    if (by.by !== 'list' || parents?.includes(place.kind) !== true) return [];
    const up = (kind: string) => (kind === place.kind ? place.id : '');
    const target = by.call({ organization, parentId: place.id, up });
    const decode = (item: unknown) => permissionFact(item, by.decode);
    const { items } = await readListed(reading, target, { what: 'permissions', of: place.id }, decode);
    return items.map(({ id, name, level }): PermissionFact => ({ place, to, id, name: emails.get(id) ?? name, level }));
  };
  const found = await Promise.all(places.flatMap((place) => [read(place, 'team'), read(place, 'member')]));
  return { permissions: found.flat(), unknown: reading.unknown };
}
