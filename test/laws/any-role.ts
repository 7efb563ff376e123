/** Organizations in which not everybody sees everything: closed collections and spaces, and somebody who is no admin. */
import type { LiveDocument } from '../support/live-world.ts';
import type { Extent } from './any-world.ts';
import { anyWorld } from './any-world.ts';
import type { Draw } from './draw.ts';

/** Whose token is not that of an admin; not in the way of anybody else that worlds draw. */
export const lesser = 'lo@acme.dev';
const roles = ['read', 'comment', 'edit', 'review', 'create'] as const;
const levels = [null, null, 'inherit', 'read', 'create', 'admin'] as const;

/** Any organization, closed here and there, with `lesser` in a role below admin. */
export function halfSeenWorld(draw: Draw, extent: Extent): LiveDocument {
  const world = anyWorld(draw, extent);
  const leveled = <T>(blocks: { readonly [key: string]: T } | undefined): { readonly [key: string]: T } =>
    Object.fromEntries(
      Object.entries(blocks ?? {}).map(([key, block]) => [key, draw.chance(60) ? { ...block, defaultLevel: draw.pick(levels) } : block]),
    );
  return {
    ...world,
    members: { ...world.members, [lesser]: { role: draw.pick(roles) } },
    collections: leveled(world.collections),
    spaces: leveled(world.spaces),
  };
}
