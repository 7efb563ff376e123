/** Input and working state of taking an apply back. */
import { type Address, thoseWithin } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Desired, DesiredResource, KindName, Live, LiveList, LiveObject } from '../../core/state.ts';
import type { Value } from '../../core/value.ts';
import { type Amended, type Amendment, amendmentOf } from '../../declaration/amendment.ts';
import type { AsDeclared } from '../../declaration/as-declared.ts';
import { declarationOf, type Resources, resourcesAt } from '../../declaration/resources.ts';
import { identityOf, type Shapes } from '../../kinds/shape.ts';

/** A change that was done, all of it or a part. */
export interface DoneChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: 'create' | 'update' | 'move' | 'replace' | 'delete';
  /** The platform's id, as far as it had one. */
  readonly id?: string;
  /** What was sent. */
  readonly fields: readonly { readonly field: string; readonly after: Value | undefined }[];
}

export interface InverseInput {
  /** What was applied. */
  readonly desired: Desired;
  readonly done: readonly DoneChange[];
  /** What the platform had before. */
  readonly live: Live;
  /** The same as a configuration would declare it, under the addresses of this one. */
  readonly former: AsDeclared;
  readonly shapes: Shapes;
}

/** What the inverse asks for: former values, an object that is back, one that is gone again, a former order. */
export interface Restored {
  readonly address: Address;
  readonly what: 'fields' | 'added' | 'removed' | 'order';
  readonly fields?: readonly string[];
}

/** What it cannot bring back, or not by itself. */
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

/** The inverse while it is being put together. */
export interface Work extends InverseInput {
  readonly amendment: Amendment;
  readonly formerAt: Resources;
  readonly liveAt: (address: Address) => LiveObject | undefined;
  /** Objects that stood directly in the one with this id. */
  readonly liveIn: (parentId: string) => readonly LiveObject[];
  /** What the former declaration had at an address, and below it. */
  readonly formerWithin: (root: Address) => readonly DesiredResource[];
  /** What the applied configuration declares directly in an address. */
  readonly desiredIn: (parent: Address | null) => readonly DesiredResource[];
  /** Lists that were read of the object with this id. */
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
