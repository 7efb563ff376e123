/** Worlds by the name of their seed; `empty` (one organization, one admin) and `small` (what examples/one-site is applied to) stand here. */

import { idAt } from '../ids.ts';
import { largeWorld } from './large.ts';
import { mediumWorld } from './medium.ts';
import type { SeedName, World } from './world.ts';
import { objectsOf } from './written.ts';

const worlds: { readonly [Name in SeedName]: (seedNumber: number) => World } = {
  empty: emptyWorld,
  small: smallWorld,
  medium: mediumWorld,
  large: largeWorld,
};

export const seedNames = Object.keys(worlds) as SeedName[];

/** The world of a seed; the same name and number always give the same one. */
export function createWorld(seed: SeedName, seedNumber: number): World {
  // Programs without types may ask for anything.
  if (!Object.hasOwn(worlds, seed))
    throw new Error(`there is no seed ${JSON.stringify(seed)}: seeds are ${seedNames.join(', ')}`);
  return worlds[seed](seedNumber);
}

const ana = { displayName: 'Ana Ruiz', role: 'admin' };

function emptyWorld(seedNumber: number): World {
  const objects = objectsOf({ settings: { title: 'Acme' }, members: { 'ana@acme.dev': ana } });
  return { seedNumber, organizations: [{ id: idAt(seedNumber, 1), objects }] };
}

function smallWorld(seedNumber: number): World {
  const objects = objectsOf({
    settings: { title: 'Acme', emailDomains: ['acme.dev'] },
    linkInvites: { inv_123: { role: 'read' } },
    members: {
      'ana@acme.dev': ana,
      'bo@acme.dev': { displayName: 'Bo Lindqvist', role: 'edit' },
      'eve@acme.dev': { displayName: 'Eve Okafor', role: 'read' },
      'dan@acme.dev': { displayName: 'Dan Hale', role: 'comment' },
    },
    teams: { docs: { title: 'Docs', members: { 'ana@acme.dev': 'owner' } } },
    collections: { product: { title: 'Product' } },
    spaces: {
      home: { title: 'Home', emoji: '1f3e0', collection: 'product' },
      'payments-en': { title: 'Payments EN', emoji: '1f4b3', collection: 'product' },
      changelog: { title: 'Changelog', emoji: '1f4dd' },
    },
  });
  return { seedNumber, organizations: [{ id: idAt(seedNumber, 1), objects }] };
}
