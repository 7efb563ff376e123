/** What is known by its looks alone is not shown to new readers: another object may be called the same. */
import type { Address } from '../../core/address.ts';
import { isReference } from '../../core/value.ts';
import { addressPath, placeField, shapeOf } from '../../kinds/shape.ts';
import type { Blocked } from '../change.ts';
import type { Draft } from '../draft.ts';
import { nameOf } from '../live-name.ts';
import type { World } from '../world.ts';
import { linksWithin } from './born.ts';
import { liveIdOf, type Match, type Matches } from './identity.ts';

/** Blocks new links (site-spaces) to what neither a pin nor the ledger nor the very container says it is, and to new copies of that. */
export function guardFoundByName(draft: Draft): void {
  const { world, matches } = draft;
  for (const change of draft.changes) {
    if (change.action !== 'create' && change.action !== 'replace') continue;
    const link = matches.at.get(change.address);
    const born = [...world.shapes.values()].find(({ bornWith }) => bornWith?.link === change.kind)?.bornWith;
    const target = link === undefined || born === undefined ? undefined : link.resource.fields[born.field];
    const found = isReference(target) ? foundByName(matches, matches.at.get(target.ref)) : undefined;
    const container = addressPath(change.address, world.shapes)?.find(({ kind }) => kind === born?.container)?.address;
    if (born === undefined || found?.live === undefined || container === undefined) continue;
    const { live, resource } = found;
    const inside = liveIdOf(matches, container);
    if (inside !== undefined && linksWithin(world, inside, born.link).some(({ fields }) => fields[born.field] === live.id)) continue;
    if (world.input.allowances?.addresses.includes(resource.address)) continue;
    const blocked = blockedFor(world, found, container, isReference(target) && target.ref !== resource.address);
    if (blocked !== undefined) change.blocked ??= blocked;
  }
}

/** The object itself, or the one that it is copied from. */
function foundByName(matches: Matches, match: Match | undefined): Match | undefined {
  if (match?.state === 'matched') return match.by === 'natural' ? match : undefined;
  const source = match?.resource.fields[match.shape.createNeeds ?? ''];
  return isReference(source) ? foundByName(matches, matches.at.get(source.ref)) : undefined;
}

function blockedFor(world: World, { resource, live, shape }: Match, container: Address, isCopied: boolean): Blocked | undefined {
  if (live === undefined) return undefined;
  const title = `the ${shape.title} "${nameOf(world, live)}" (${live.id}${standing(world, live, resource.kind)})`;
  return {
    code: 'B-FOUND-BY-NAME',
    reason: `${resource.address} is known by its title alone: ${title}, which is not on ${container} now, would be ${isCopied ? 'copied' : 'shown'} there`,
    hint: `if it is the right one, pin it: \`id: ${live.id}\` at ${resource.address}`,
    override: `--allow ${resource.address}`,
  };
}

/** What holds it now. */
function standing(world: World, live: NonNullable<Match['live']>, kind: string): string {
  const name = placeField(shapeOf(world, kind));
  const type = name === undefined ? undefined : shapeOf(world, kind).fields[name]?.type;
  const id = name === undefined ? undefined : live.fields[name];
  if (type?.is !== 'ref' || typeof id !== 'string') return '';
  const holder = world.liveObject(type.to, id);
  return `, in the ${shapeOf(world, type.to).title} ${holder === undefined ? id : `"${nameOf(world, holder)}"`}`;
}
