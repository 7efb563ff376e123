/** The access of a new object is compared with the former access to its content or its container. */
import { expect, test } from 'vitest';
import { type Case, caseOf } from '../support/case.ts';
import { planCase } from './approving.ts';

async function highRiskIn(each: Pick<Case, 'live' | 'desired'>): Promise<readonly string[]> {
  const { planned, reference } = await planCase(caseOf(each));
  reference.close();
  return planned.plan.changes
    .flatMap(({ address, fields }) =>
      fields.filter(({ highRisk }) => highRisk !== undefined).map(({ field }) => `${address} ${field}`),
    )
    .sort();
}

/** At the top level, the inherited level is the role, which can be higher than the level of the original. */
test('the access of a copy is compared with that of its original', async () => {
  const live = {
    settings: { defaultRole: 'read' },
    collections: { legal: { defaultLevel: null }, product: { defaultLevel: 'edit' } },
    spaces: { contracts: { collection: 'legal', defaultLevel: 'inherit' }, home: { defaultLevel: 'read' } },
  };
  const desired = `
settings: { title: Acme }
collections: { legal: { title: Legal }, product: { title: Product } }
spaces:
  contracts: { title: Contracts }
  home: { title: Home }
  contracts-stays: { title: One, copyOf: contracts }
  contracts-goes: { title: Two, copyOf: contracts, collection: product }
  contracts-says: { title: Three, copyOf: contracts, collection: null, defaultLevel: read }
  contracts-closed: { title: Four, copyOf: contracts, collection: product, defaultLevel: null }
  copy-of-a-copy: { title: Five, copyOf: contracts-goes, collection: product }
  home-stays: { title: Six, copyOf: home }
  home-goes: { title: Seven, copyOf: home, collection: product }
`;
  expect(await highRiskIn({ live, desired })).toEqual([
    'spaces/contracts-goes copyOf',
    'spaces/contracts-says defaultLevel',
    // Its content is that of the closed space, too.
    'spaces/copy-of-a-copy copyOf',
    'spaces/home-goes copyOf',
    'spaces/home-stays copyOf',
  ]);
});

test('a nested new object is compared with its container, and the top level with the role of each member', async () => {
  const desired = `
collections:
  open: { title: Open, defaultLevel: edit }
  inside: { title: Inside, parent: open, defaultLevel: edit }
  wider: { title: Wider, parent: open, defaultLevel: create }
  narrow: { title: Narrow, defaultLevel: read }
`;
  expect(await highRiskIn({ live: {}, desired })).toEqual([
    'collections/open defaultLevel',
    'collections/wider defaultLevel',
  ]);
});
