/** Values that the platform derives from a title when it creates an object: the title is set first, and a value derived as declared is not sent again. */
import type { Address } from '../../core/address.ts';
import { topOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { present } from '../../core/defined.ts';
import { type DesiredValue, isReference, type LiveObject } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { sentAtCreation, shapeOf } from '../../kinds/shape.ts';
import { parentOf } from '../context/world.ts';
import type { Draft, DraftStep } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import { needs } from '../draft/edges.ts';
import type { StepId } from '../result/step.ts';
import { waitsFor } from './waiting.ts';

/** A value that the platform derives when it runs the create. */
interface Derivation {
  readonly create: DraftStep;
  /** Of the new object, or of its first child. */
  readonly address: Address;
  readonly kind: string;
  readonly name: string;
  /** Undefined: the title is unknown. */
  readonly value: string | undefined;
  /** Steps that set the title. */
  readonly sources: readonly StepId[];
  /** The platform keeps the value unique among objects with the same scope. */
  readonly scope: string;
}

export function draftDerivedValues(draft: Draft): void {
  const all = [...draft.steps.values()].flatMap((create) =>
    create.operation === 'create' ? derivationsOf(draft, create) : [],
  );
  if (all.length === 0) return;
  const rivals = groupBy(
    all.filter(({ value }) => value !== undefined),
    ({ kind, scope, value }) => `${kind} ${scope} ${value}`,
  );
  const others = othersWith(draft, all);
  for (const each of all) {
    const declared = declaredOf(draft, each);
    const key = `${each.kind} ${each.scope} ${each.value}`;
    const group = rivals.get(key) ?? [each];
    const holders = (others.get(key) ?? []).filter(({ step }) => step !== `${each.address}#update`);
    const earlier = group.filter((rival) => rival !== each && waitsFor(draft, each.create, rival.create));
    const isWanted = declared !== undefined && declared === each.value;
    const isExact = isWanted && holders.length === 0 && earlier.length === 0;
    const own = isWanted && !isExact ? draft.steps.get(`${each.address}#update`) : undefined;
    if (own !== undefined) for (const rival of earlier) needs(own, draft.steps.get(`${rival.address}#update`)?.id);
    if (declared === undefined || isExact) for (const source of each.sources) needs(each.create, source);
    if (isExact) settle(draft, each, declared);
    // The first one gets the plain value, so the order decides the values of the others.
    const wanting = group.find((rival) => rival !== each && declaredOf(draft, rival) === rival.value);
    const former = declared === undefined ? group[group.indexOf(each) - 1] : undefined;
    const taking = holders.map(({ step }) => draft.steps.get(step ?? ''));
    for (const before of isExact ? [] : present(wanting?.create, former?.create, ...taking))
      if (!waitsFor(draft, before, each.create)) needs(each.create, before.id);
  }
}

function derivationsOf(draft: Drafted, create: DraftStep): readonly Derivation[] {
  const { world, creates } = draft;
  const parent = parentOf(world, create.address);
  // The section that the platform adds around the spaces of a flat site takes a path of its own.
  const isWrapped = creates.wraps.some(({ container }) => container === parent);
  const first = create.companions?.find(({ role }) => role === 'first');
  const kindOfFirst = shapeOf(world, create.kind).firstCompanion;
  return [
    ...(isWrapped
      ? []
      : valuesOf(draft, create, create, (field) => (field.unique === 'site' ? topOf(create.address) : (parent ?? '')))),
    ...(first === undefined || kindOfFirst === undefined
      ? []
      : valuesOf(draft, create, { address: first.address, kind: kindOfFirst }, () => create.address)),
  ];
}

function valuesOf(
  draft: Drafted,
  create: DraftStep,
  { address, kind }: Pick<DraftStep, 'address' | 'kind'>,
  scopeOf: (field: FieldShape) => string,
): readonly Derivation[] {
  return Object.entries(shapeOf(draft.world, kind).fields).flatMap(([name, field]) => {
    if (field.derivation === undefined) return [];
    const { title, sources } = titleFor(draft, create, field.derivation.from);
    const value = title === undefined ? undefined : field.derivation.value(title);
    return [{ create, address, kind, name, value, sources, scope: scopeOf(field) }];
  });
}

/** The title when the create runs. */
function titleFor(draft: Drafted, create: DraftStep, from: readonly string[]) {
  const shape = shapeOf(draft.world, create.kind);
  for (const name of from) {
    const value = create.fields[name];
    if (isReference(value)) return titleAt(draft, value.ref);
    const sent = sentAtCreation(shape, name, create.fields);
    if (typeof sent === 'string') return { title: sent, sources: [] };
  }
  return { title: undefined, sources: [] };
}

function titleAt({ matches, steps, producers }: Drafted, address: Address) {
  const match = matches.at.get(address);
  const update = steps.get(`${address}#update`);
  const isUpdated = typeof update?.fields.title === 'string';
  const declared = match?.resource.fields.title;
  const title =
    typeof declared === 'string' && (isUpdated || match?.live === undefined) ? declared : match?.live?.fields.title;
  const sources = present(producers.get(address), isUpdated ? update?.id : undefined);
  return { title: typeof title === 'string' ? title : undefined, sources };
}

function declaredOf({ matches }: Drafted, { address, name }: Derivation): DesiredValue | undefined {
  return matches.at.get(address)?.resource.fields[name] ?? undefined;
}

/** Steps that free or take a value that is also derived. `step` is missing if an object keeps the value. */
function othersWith(draft: Drafted, all: readonly Derivation[]) {
  const fields = new Map(all.map(({ kind, name }) => [kind, name]));
  const found: { key: string; step: StepId | undefined }[] = [];
  for (const live of draft.world.live.objects) {
    const name = fields.get(live.kind);
    const value = name === undefined ? undefined : live.fields[name];
    if (name === undefined || live.isDeleted || typeof value !== 'string') continue;
    found.push({ key: `${live.kind} ${scopeOfLive(draft, live, name)} ${value}`, step: releasing(draft, live, name) });
  }
  for (const each of draft.steps.values()) {
    const name = fields.get(each.kind);
    const value = name === undefined ? undefined : each.fields[name];
    const match = draft.matches.at.get(each.address);
    if (name === undefined || each.operation !== 'update' || typeof value !== 'string' || match === undefined) continue;
    const scope =
      match.live === undefined
        ? scopeAt(draft, match.resource.parent, each.kind, name)
        : scopeOfLive(draft, match.live, name);
    found.push({ key: `${each.kind} ${scope} ${value}`, step: each.id });
  }
  return groupBy(found, ({ key }) => key);
}

/** As the scope of a new object. */
function scopeOfLive({ matches, world }: Drafted, { kind, parentId }: LiveObject, name: string) {
  const parents = shapeOf(world, kind).parents ?? [];
  const address = parents.map((each) => matches.addressOf(each, parentId ?? '')).find((each) => each !== undefined);
  return scopeAt({ world }, address ?? null, kind, name);
}

function scopeAt({ world }: Pick<Drafted, 'world'>, parent: Address | null, kind: string, name: string) {
  if (parent === null) return undefined;
  return shapeOf(world, kind).fields[name]?.unique === 'site' ? topOf(parent) : parent;
}

function releasing({ deleting, matches, steps }: Drafted, live: LiveObject, name: string) {
  const address = deleting.get(live) ?? matches.addressOfLive(live);
  const update = steps.get(`${address}#update`);
  return steps.get(`${address}#delete`)?.id ?? (update && name in update.fields ? update.id : undefined);
}

/** The create sets the value, so no update sends it. */
function settle({ steps, changes }: Draft, { create, address, kind, name }: Derivation, value: DesiredValue) {
  const update = steps.get(`${address}#update`);
  if (update === undefined || !(name in update.fields)) return;
  delete update.fields[name];
  create.derived = [...(create.derived ?? []), { address, kind, fields: { [name]: value } }];
  if (Object.keys(update.fields).length > 0) return;
  steps.delete(update.id);
  for (const each of changes) {
    const at = each.steps.indexOf(update.id);
    if (at >= 0) each.steps.splice(at, 1);
  }
}
