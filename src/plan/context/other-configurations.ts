/** Blocks changes of objects of another configuration, and of fields that it declares with another value. */
import type { Address } from '../../core/address.ts';
import { cachePerObject } from '../../core/once.ts';
import type { DesiredResource, LiveObject, OtherConfiguration } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { createIdentityMap, parseAddress, shapeOf } from '../../kinds/shape.ts';
import { computeLastApplied, declaredMark } from '../fields/compare.ts';
import type { LastApplied } from '../fields/rewritten.ts';
import type { World } from './world.ts';

export interface Owner {
  readonly other: OtherConfiguration;
  readonly address: Address;
  readonly applied: LastApplied;
  readonly declared?: DesiredResource;
}

const ownersIn = cachePerObject((world: World) => {
  const owners = createIdentityMap<Owner>(world.shapes);
  for (const other of world.input.others ?? []) {
    if ('unread' in other.ledger) continue;
    const { resources } = other.ledger;
    const at = other.declared && new Map(other.declared.map((resource) => [resource.address, resource]));
    for (const [address, { id, applied = {} }] of Object.entries(resources)) {
      const path = parseAddress(address, world.shapes);
      const kind = path?.at(-1)?.kind;
      if (kind === undefined) continue;
      const shape = shapeOf(world, kind);
      const parentId = shape.bulk ? (resources[path?.at(-2)?.address ?? '']?.id ?? null) : null;
      const declared = at?.get(address);
      const fields = at === undefined ? applied : computeLastApplied(shape, declared?.fields ?? {});
      owners.set({ kind, id, parentId }, { other, address, applied: fields, ...(declared && { declared }) });
    }
  }
  return owners;
});

/** The other configuration that has the object in its ledger. */
export function owningConfiguration(
  world: World,
  live: Pick<LiveObject, 'kind' | 'id' | 'parentId'>,
): Owner | undefined {
  return ownersIn(world).of(live);
}

export function isMarkOfReference({ other: { ledger } }: Owner, field: FieldShape, mark: string, id: string) {
  return (
    !('unread' in ledger) &&
    Object.entries(ledger.resources).some(
      ([address, entry]) => entry.id === id && declaredMark(field, { ref: address }) === mark,
    )
  );
}

/** `portal (sites/portal/docform.yaml:4)`, if another configuration declares this value of the field. */
export function declaringPlaceOfLive(
  world: World,
  live: LiveObject,
  value: { readonly name: string; readonly mark: string; readonly field: FieldShape; readonly id?: string },
): string | undefined {
  const { name, mark, field, id } = value;
  const owner = owningConfiguration(world, live);
  const theirs = owner?.applied[name];
  if (owner === undefined || theirs === undefined) return undefined;
  const isSame = theirs === mark || (id !== undefined && isMarkOfReference(owner, field, theirs, id));
  return isSame ? declaringPlace(owner, name) : undefined;
}

export function declaringPlace({ other: { name, file }, declared }: Owner, mark: string) {
  const span = declared && (declared.fieldSpans[mark.split('.', 1)[0] ?? mark] ?? declared.span);
  return `${name} (${span === undefined ? file : `${span.file}:${span.line}`})`;
}
