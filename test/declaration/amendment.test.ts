/** Amended declarations have no dangling references, and keep everything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import { topContainer } from '../../src/core/address.ts';
import {
  declareResource,
  finishAmendment,
  redeclare,
  removeWithChildren,
  repairUntilComplete,
  replaceFields,
  startAmendment,
} from '../../src/kinds/declaration/amendment.ts';
import {
  danglingReferences,
  declarationPart,
  isReferenceRequired,
  removeReference,
} from '../../src/kinds/declaration/resources.ts';
import { shapes } from '../../src/kinds/index.ts';
import { loadDesired } from '../config/memory-files.ts';
import { type Data, drawConfigurations } from '../edit/drawn-configuration.ts';
import { drawn } from '../laws/draw.ts';

const read = (data: Data) =>
  loadDesired({ 'docform.yaml': JSON.stringify({ version: 1, organization: 'acme', ...data }) });
const pairs = drawn((draw) => {
  const { before, after } = drawConfigurations(draw);
  return { before, after, picks: Array.from({ length: draw.count(1, 4) }, () => draw.count(0, 999)) };
});

test('a declaration has no dangling references after resources are removed and added', () => {
  fc.assert(
    fc.property(pairs, ({ before, after, picks }) => {
      const [declaration, other] = [declarationPart(read(before)), declarationPart(read(after))];
      const amendment = startAmendment(declaration, shapes);
      const pick = <Item>(items: readonly Item[]) =>
        picks.flatMap((at) => items.slice(at % Math.max(1, items.length)).slice(0, 1));
      removeWithChildren(amendment, ...pick(declaration.resources).map(({ address }) => address));
      for (const resource of pick(other.resources))
        if (!amendment.at.has(resource.address)) declareResource(amendment, resource);
      repairUntilComplete(amendment, (lack) => {
        const { resource } = lack;
        if (lack.is === 'name' && !isReferenceRequired(resource, lack.name.field, shapes))
          replaceFields(amendment, resource, removeReference(resource, lack.name).fields);
        else removeWithChildren(amendment, resource.address);
        return true;
      });
      const { resources, orders, lists } = finishAmendment(amendment, declaration, other);
      expect(resources.flatMap((each) => danglingReferences(each, amendment, shapes))).toEqual([]);
      expect(resources.filter(({ parent }) => parent !== null && !amendment.at.has(parent))).toEqual([]);
      const placed = Object.entries(orders).flatMap(([container, order]) => [
        ...order,
        ...(container === topContainer ? [] : [container]),
      ]);
      expect(placed.filter((address) => !amendment.at.has(address))).toEqual([]);
      expect(new Set(lists).size).toBe(lists.length);
    }),
    { numRuns: 60 },
  );
});

test('restoring removed resources restores the declaration', () => {
  fc.assert(
    fc.property(pairs, ({ before, picks }) => {
      const declaration = declarationPart(read(before));
      const amendment = startAmendment(declaration, shapes);
      const roots = picks.flatMap(
        (at) => declaration.resources[at % Math.max(1, declaration.resources.length)]?.address ?? [],
      );
      removeWithChildren(amendment, ...roots);
      for (const address of [...amendment.removed]) if (amendment.removed.has(address)) redeclare(amendment, address);
      const found = finishAmendment(amendment, declaration, { orders: {}, lists: [] });
      const byAddress = (resources: typeof found.resources) =>
        Object.fromEntries(resources.map((each) => [each.address, each]));
      expect(byAddress(found.resources)).toEqual(byAddress(declaration.resources));
      expect({ orders: found.orders, lists: found.lists }).toEqual({
        orders: declaration.orders,
        lists: declaration.lists,
      });
    }),
    { numRuns: 60 },
  );
});
