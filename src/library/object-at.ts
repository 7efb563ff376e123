/** One object of the platform, as the configuration would declare it. */
import { type Address, isWithin, keyIn, listOf } from '../core/address.ts';
import { blockLayout, composeBlock } from '../edit/compose/compose.ts';
import { newEntry, newMap } from '../edit/yaml/nodes.ts';
import { newDocumentText } from '../edit/yaml/print.ts';
import { adopt } from '../import/adopt.ts';
import { addressOfObject, leftOutFieldsAt } from '../kinds/declaration/as-declared.ts';
import { findSecrets } from '../kinds/declaration/secrets.ts';
import { shapeOf } from '../kinds/shape.ts';
import type { Drifted } from './drift.ts';

/** `drifted` must cover the whole organization. `address`: of a resource, or `teams/id:ID`. undefined: the platform has no such object. */
export function objectAt({ input, drift }: Drifted, address: Address) {
  const { desired, live, ledger, shapes } = input;
  const adopted = adopt({ live, ledger, desired, shapes });
  const id = /^id:(.+)$/.exec(keyIn(address))?.[1];
  const at = id === undefined ? address : (addressOfObject(adopted, listOf(address), id) ?? address);
  const resource = adopted.resources.find((each) => each.address === at);
  if (resource === undefined) return undefined;
  const shape = shapeOf({ shapes }, resource.kind);
  const declaration = composeBlock(adopted, at, shapes);
  const layout = blockLayout(declaration, resource.kind, shapes);
  const declared = desired.resources.find((each) => each.address === at);
  const objectId = adopted.ids.get(at) ?? ledger.resources[at]?.id;
  const found = live.objects.find((each) => each.kind === resource.kind && each.id === objectId);
  return {
    address: at,
    kind: resource.kind,
    id: objectId,
    syncedFrom: found?.syncedFrom,
    syncedBy: declared?.claim?.file,
    isDeclared: declared !== undefined,
    isInLedger: ledger.resources[at] !== undefined,
    source: declared?.span,
    drift: drift.entries.filter((each) => isWithin(each.address, at)),
    leftOut: leftOutFieldsAt(adopted, at).map(({ field, why }) => ({ field: field ?? null, why })),
    declaration,
    text: newDocumentText(shape.itemWord === undefined ? newMap([newEntry(keyIn(at), layout)], false) : layout),
    secrets: findSecrets(adopted, shapes),
  };
}
