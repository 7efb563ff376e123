/** Simulates the order of sections, groups and spaces of a site during the steps of a plan. */
import type { KindName, Live } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { itemsIn, shapeOf } from '../kinds/shape.ts';
import type { Step } from '../plan/change.ts';
import { parentIdOf, type Work } from './work.ts';

/** Members of a container: with known and with unknown position. */
interface Line {
  readonly known: string[];
  readonly loose: string[];
}

interface Lines {
  readonly work: Work;
  readonly at: Map<string, Line>;
  /** Container of each object, by id. */
  readonly holders: Map<string, string>;
}

function isStructured({ shapes }: Work, kind: KindName): boolean {
  return shapes.get(kind)?.orderedIn?.includes('site') === true;
}

/** As in `Live`: first members with known positions, then the others. */
export function startSequence(work: Work, { orders }: Live): Lines {
  const lines: Lines = { work, at: new Map(), holders: new Map() };
  for (const [container, runs] of Object.entries(orders)) {
    const [known = [], ...loose] = runs;
    lines.at.set(container, { known: [...known], loose: loose.flat() });
    for (const id of runs.flat()) lines.holders.set(id, container);
  }
  return lines;
}

export function ordersOf({ at }: Lines): Live['orders'] {
  // Without prototype, because container ids are keys.
  const orders = Object.create(null) as { [containerId: string]: readonly (readonly string[])[] };
  for (const [container, { known, loose }] of at) orders[container] = loose.length === 0 ? [known] : [known, loose];
  return orders;
}

/** The platform appends new objects. */
export function follow(lines: Lines, step: Step): void {
  const { operation, address, kind } = step;
  const { work } = lines;
  if (operation === 'create') {
    created(lines, step);
    return;
  }
  if (!isStructured(work, kind)) return;
  const id = work.idOf(address);
  if (operation === 'delete') deleted(lines, kind, id);
  else if (operation === 'join' && typeof step.container === 'string') append(lines, work.idOf(step.container), id);
  else if (operation === 'leave') append(lines, parentIdOf(work, address) ?? '', id);
  else if (operation === 'move' && step.beside !== undefined)
    placeBeside(lines, id, step.beside.relation, work.idOf(step.beside.address));
}

function created(lines: Lines, { kind, address, fields, companions = [] }: Step): void {
  const { work } = lines;
  for (const { role, address: companion } of companions) {
    if (role === 'first') append(lines, address, companion);
    if (role === 'site-space') append(lines, parentIdOf(work, companion) ?? '', companion);
  }
  const container = parentIdOf(work, address);
  if (!isStructured(work, kind) || container === null) return;
  if (kind === 'section') wrap(lines, container, companions.find(({ role }) => role === 'wrapper')?.address);
  append(lines, container, address);
  for (const taken of shapeOf(work, kind).takesIn ?? []) {
    const members = fields[shapeOf(work, taken).segment];
    if (Array.isArray(members))
      for (const each of members) if (isReference(each)) append(lines, address, work.idOf(each.ref));
  }
}

/** The content of a flat site moves into a section of its own. */
function wrap({ work, at, holders }: Lines, siteId: string, named: string | undefined): void {
  const { known, loose } = at.get(siteId) ?? { known: [], loose: [] };
  const [first] = known;
  const wrapper = named ?? (first === undefined ? undefined : (work.find('site-space', first)?.parentId ?? undefined));
  if (wrapper === undefined || wrapper === siteId) return;
  // The default content of a new site may already be in the wrapper.
  at.set(wrapper, { known: [...(at.get(wrapper)?.known ?? []), ...known], loose });
  for (const id of [...known, ...loose]) holders.set(id, wrapper);
  at.set(siteId, { known: [wrapper], loose: [] });
  holders.set(wrapper, siteId);
}

/** Sections of a deleted group take its position. */
function deleted(lines: Lines, kind: KindName, id: string): void {
  const isGroup = itemsIn({ name: kind }, lines.work.shapes).some(({ parents }) => !parents?.includes(kind));
  const members = isGroup ? lines.at.get(id) : undefined;
  const holder = lines.holders.get(id) ?? '';
  const line = lines.at.get(holder);
  const place = line?.known.indexOf(id) ?? -1;
  if (members !== undefined && line !== undefined) {
    if (place >= 0) line.known.splice(place + 1, 0, ...members.known);
    else line.loose.push(...members.known);
    line.loose.push(...members.loose);
    for (const each of [...members.known, ...members.loose]) lines.holders.set(each, holder);
  }
  take(lines, id);
  lines.at.delete(id);
}

function append(lines: Lines, container: string, id: string): void {
  take(lines, id);
  const line = lines.at.get(container) ?? { known: [], loose: [] };
  line.known.push(id);
  lines.at.set(container, line);
  lines.holders.set(id, container);
}

function take({ at, holders }: Lines, id: string): void {
  const line = at.get(holders.get(id) ?? '');
  for (const list of [line?.known ?? [], line?.loose ?? []]) {
    const place = list.indexOf(id);
    if (place >= 0) list.splice(place, 1);
  }
  holders.delete(id);
}

function placeBeside(lines: Lines, id: string, relation: 'before' | 'after', neighbour: string): void {
  const holder = lines.holders.get(neighbour);
  const line = holder === undefined ? undefined : lines.at.get(holder);
  if (holder === undefined || line === undefined) return;
  take(lines, id);
  const place = line.known.indexOf(neighbour);
  if (place < 0) line.loose.push(id);
  else line.known.splice(relation === 'before' ? place : place + 1, 0, id);
  lines.holders.set(id, holder);
}
