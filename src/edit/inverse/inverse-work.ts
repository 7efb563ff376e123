/** Input and working state of an inverse. */
import { type Address, thoseWithin } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Desired, DesiredResource, KindName, Live, LiveList, LiveObject, Value } from '../../core/state.ts';
import { type Amended, type Amendment, amendmentOf } from '../../declaration/amendment.ts';
import type { AsDeclared } from '../../declaration/as-declared.ts';
import { declarationOf, type Resources, resourcesAt } from '../../declaration/resources.ts';
import { identityOf, type Shapes } from '../../kinds/shape.ts';

/** A change that was applied, at least in part. */
export interface DoneChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: 'create' | 'update' | 'move' | 'replace' | 'delete';
  /** The platform's id. Missing: the object had none. */
  readonly id?: string;
  readonly fields: readonly { readonly field: string; readonly after: Value | undefined }[];
}

export interface InverseInput {
  /** The applied configuration. */
  readonly desired: Desired;
  readonly done: readonly DoneChange[];
  /** The platform before the apply. */
  readonly live: Live;
  /** The platform before the apply, as a configuration declares it with the addresses of `desired`. */
  readonly former: AsDeclared;
  readonly shapes: Shapes;
}

/** A part of the former state that the inverse restores. */
export interface Restored {
  readonly address: Address;
  readonly what: 'fields' | 'added' | 'removed' | 'order';
  readonly fields?: readonly string[];
}

/** A part of the former state that the inverse cannot restore. */
export interface Lost {
  readonly address: Address;
  readonly field?: string;
  readonly why: string;
}

export interface Inverse {
  readonly after: Amended;
  readonly restored: readonly Restored[];
  readonly lost: readonly Lost[];
}

/** The inverse while it is built. */
export interface Work extends InverseInput {
  readonly amendment: Amendment;
  readonly formerAt: Resources;
  readonly liveAt: (address: Address) => LiveObject | undefined;
  /** The children of the object with this id. */
  readonly liveIn: (parentId: string) => readonly LiveObject[];
  /** The former declaration at an address, with everything below. */
  readonly formerWithin: (root: Address) => readonly DesiredResource[];
  /** The direct children of an address in the applied configuration. */
  readonly desiredIn: (parent: Address | null) => readonly DesiredResource[];
  /** The lists that were read of the object with this id. */
  readonly listsIn: (parentId: string) => readonly LiveList[];
  readonly restored: Restored[];
  readonly lost: Lost[];
}

export function startWork(input: InverseInput): Work {
  const { desired, former, live, shapes } = input;
  const byIdentity = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  const formerAt = resourcesAt(former.resources);
  const desiredAt = resourcesAt(desired.resources);
  const liveInside = groupBy(live.objects, ({ parentId }) => parentId ?? '');
  const liveAt = (address: Address): LiveObject | undefined => {
    const resource = formerAt.get(address) ?? desiredAt.get(address);
    const id = former.ids.get(address);
    if (resource === undefined || id === undefined) return undefined;
    const parentId = resource.parent === null ? null : (former.ids.get(resource.parent) ?? null);
    return byIdentity.get(identityOf(shapes, { kind: resource.kind, id, parentId }));
  };
  const liveIn = (parentId: string) => liveInside.get(parentId) ?? [];
  const desiredInside = groupBy(desired.resources, ({ parent }) => parent);
  const listsInside = groupBy(live.lists, ({ parentId }) => parentId ?? '');
  return {
    ...{ ...input, amendment: amendmentOf(declarationOf(desired), shapes), formerAt, liveAt, liveIn },
    ...{ formerWithin: thoseWithin(former.resources), desiredIn: (parent) => desiredInside.get(parent) ?? [] },
    ...{ listsIn: (parentId) => listsInside.get(parentId) ?? [], restored: [], lost: [] },
  };
}
