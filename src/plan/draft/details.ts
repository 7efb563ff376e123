/** Completes a change for reports and approvals: its title, and the other objects that it involves. */
import { type Address, byAddress, childAddress, isWithin, keyIn } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { type LiveObject, mapOrEmpty } from '../../core/state.ts';
import { shapeOf } from '../../kinds/shape.ts';
import { kindAtAddress, liveName, unmanagedAddress, type World } from '../context/world.ts';
import type { AffectedObject, Change, FieldChange } from '../result/change.ts';
import type { Step, StepId } from '../result/step.ts';
import { createItemsOfBulk, type Drafted, type DraftedChange } from './drafted.ts';
import { addressesInFields } from './named.ts';

/** All steps of the plan must exist. */
export function createAffectedObjects(draft: Drafted): (change: DraftedChange) => readonly AffectedObject[] {
  const { known, deletingAt } = createKnownObjects(draft);
  const itemsOf = createItemsOfBulk(draft);
  return (change) => {
    const found = new Map<Address, AffectedObject>();
    const { address } = change;
    const add = (at: Address, as: AffectedObject['as'], live?: LiveObject) => {
      if (at === address || found.has(at)) return;
      const object = live === undefined ? known(at) : idAndTitle(draft, live);
      if (object !== undefined) found.set(at, { address: at, ...object, as });
    };
    for (const { at, live } of referencesInChange(draft, change)) add(at, 'reference', live);
    if (change.beside !== undefined) add(change.beside.address, 'neighbour');
    for (const each of stepsOfChange(draft, change, itemsOf)) {
      for (const touched of addressesTouchedBy(draft, each))
        add(touched, isWithin(address, touched) || touched === each.container ? 'container' : 'reference');
    }
    const going =
      change.action === 'delete'
        ? deletingAt.get(address)
        : change.action === 'replace'
          ? draft.matches.at.get(address)?.live
          : undefined;
    for (const [at, live] of going === undefined ? [] : contentsByAddress(draft, address, going))
      found.set(at, { address: at, ...idAndTitle(draft, live), as: 'contents' });
    return [...found.values()].sort(byAddress);
  };
}

export function createTitles(draft: Drafted): (change: DraftedChange) => Pick<Change, 'title'> {
  const { known } = createKnownObjects(draft);
  return ({ address, kind }) => {
    const title = shapeOf(draft.world, kind).singleton ? undefined : known(address)?.title;
    return title === undefined || title === keyIn(address) ? {} : { title };
  };
}

function createKnownObjects(draft: Drafted) {
  const { matches, unmanagedIds, world } = draft;
  const deletingAt = new Map([...draft.deleting].map(([live, address]) => [address, live]));
  const knownObjectAt = (address: Address): Pick<AffectedObject, 'id' | 'title'> | undefined => {
    const match = matches.at.get(address);
    if (match?.state === 'absent' || match?.state === 'pending') return undefined;
    const id = unmanagedIds.get(address) ?? world.ledger.get(address)?.id;
    const live =
      match?.live ??
      deletingAt.get(address) ??
      (id === undefined ? undefined : world.liveObject(kindAtAddress(world, address) ?? '', id));
    return live !== undefined ? idAndTitle(draft, live) : id === undefined ? undefined : { id };
  };
  return { known: knownObjectAt, deletingAt };
}

function idAndTitle({ world }: Drafted, live: LiveObject): Pick<AffectedObject, 'id' | 'title'> {
  const title = liveName(world, live);
  return withoutUndefined({ id: live.id, title });
}

/** The steps of a change, with only its own items of bulk steps. */
function stepsOfChange(
  draft: Drafted,
  { address, steps }: DraftedChange,
  itemsOf: ReturnType<typeof createItemsOfBulk>,
) {
  return steps.flatMap((id: StepId) => {
    const step = draft.steps.get(id);
    if (step === undefined) return [];
    return [step.items === undefined ? step : { ...step, items: [...itemsOf(step, address)] }];
  });
}

/** References in fields, before and after, and in keys of maps. Objects without an address are named by id. */
function referencesInChange(
  { world }: Drafted,
  { kind, fields }: DraftedChange,
): readonly { readonly at: Address; readonly live?: LiveObject }[] {
  return fields.flatMap(({ field, before, after }: FieldChange) => {
    const type = world.shapes.get(kind)?.fields[field]?.type;
    if (type?.is === 'ref') {
      const named = [before, after].filter((value) => typeof value === 'string');
      return named.map((at) => withoutUndefined({ at, live: world.liveObject(type.to, at) }));
    }
    if (type?.is !== 'keyed') return [];
    const segment = shapeOf(world, type.keysRefer).segment;
    return Object.keys({ ...mapOrEmpty(before), ...mapOrEmpty(after) }).map((key) => ({
      at: childAddress(null, segment, key),
    }));
  });
}

/** All contents by address. Singletons (field values, a visitor schema) are part of their container. */
function contentsByAddress(
  draft: Drafted,
  address: Address,
  { kind, id }: LiveObject,
): readonly (readonly [Address, LiveObject])[] {
  const { world, matches } = draft;
  const children = [...world.shapes.values()].filter((shape) => !shape.singleton && shape.parents?.includes(kind));
  return children.flatMap((shape) =>
    world.liveIn(shape.name, id).flatMap((live) => {
      const at = matches.addressOfLive(live) ?? unmanagedAddress(shape, address, live.id);
      return [[at, live] as const, ...contentsByAddress(draft, at, live)];
    }),
  );
}

/** The address with its containers, the new place, and all references. */
function addressesTouchedBy(draft: Drafted, step: Step) {
  const items = (step.items ?? []).map(({ address }) => address);
  return [...prefixesOfAddress(step.address), ...addressesInFields(draft, step), ...items];
}

/** `sites/docs/visitor`: `sites`, `sites/docs` and itself. */
function prefixesOfAddress(address: Address): readonly Address[] {
  const prefixes: Address[] = [];
  for (let end = address.indexOf('/'); end !== -1; end = address.indexOf('/', end + 1))
    prefixes.push(address.slice(0, end));
  prefixes.push(address);
  return prefixes;
}

/** The title is missing if the settings were not read, or if it is the id. */
export function organizationDetails({ desired: { organization }, live }: Pick<World, 'desired' | 'live'>) {
  const title = live.objects.find(({ kind }) => kind === 'organization')?.fields.title;
  const isName = typeof title === 'string' && title !== '' && title !== organization;
  return { organization, ...(isName && { organizationTitle: title }) };
}
