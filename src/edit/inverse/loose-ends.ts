/** Takes out of an inverse what names something that is not declared in it. */
import { type Address, isWithin, keyIn } from '../../core/address.ts';
import { nowhere } from '../../core/problem.ts';
import type { DesiredResource } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { addressPath, oneTitle, shapeOf } from '../../kinds/shape.ts';
import { namesIn, type Work } from './inverse-work.ts';

/** Until everything that is named is there. */
export function settleLooseEnds(work: Work): void {
  lookUpPeople(work);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const resource of [...work.at.values()]) {
      if (resource.isLookUp || !work.at.has(resource.address) || isWhole(work, resource)) continue;
      isSettled = false;
    }
  }
  const named = new Set([...work.at.values()].flatMap((resource) => namesIn(resource, work).map(({ names }) => names)));
  for (const { address, isLookUp } of [...work.at.values()]) if (isLookUp && !named.has(address)) work.at.delete(address);
}

/** Rosters may name people whom nobody declares, where nobody is declared at all. */
function lookUpPeople(work: Work): void {
  for (const address of work.added) {
    const resource = work.at.get(address);
    if (resource === undefined || !shapeOf(work, resource.kind).bulk) continue;
    for (const { names } of namesIn(resource, work)) {
      const part = addressPath(names, work.shapes)?.at(-1);
      const shape = part && work.shapes.get(part.kind);
      const isDeclared =
        work.desired.lists.some(({ list }) => list === shape?.segment) ||
        [...work.added].some((each) => each.startsWith(`${shape?.segment}/`));
      if (part === undefined || shape?.missing !== 'waiting' || shape.key === 'name' || isDeclared || work.at.has(names)) continue;
      const { kind, key } = part;
      const found: DesiredResource = {
        address: names,
        kind,
        key,
        parent: null,
        fields: { [shape.key.field]: key },
        isLookUp: true,
        span: nowhere,
        fieldSpans: {},
      };
      work.at.set(names, found);
    }
  }
}

/** True when all that it needs and names is there; else what lacks that is taken out. */
function isWhole(work: Work, resource: DesiredResource): boolean {
  if (resource.parent !== null && !work.at.has(resource.parent)) {
    takeOut(work, resource.address, `what it stands in is not declared`);
    return false;
  }
  const loose = namesIn(resource, work).find(({ names }) => !work.at.has(names));
  const shape = shapeOf(work, resource.kind);
  if (loose === undefined) {
    const first = work.added.has(resource.address) ? shape.bearsFirst : undefined;
    if (first === undefined || [...work.at.values()].some(({ kind, parent }) => kind === first && parent === resource.address)) return true;
    takeOut(work, resource.address, `it needs ${oneTitle(shapeOf(work, first))}, and none that it had is declared`);
    return false;
  }
  const isKey = shape.key !== 'name' && shape.key.field === loose.field;
  if (isKey || shape.fields[loose.field]?.required) takeOut(work, resource.address, `it needs ${loose.names}, which is not declared`);
  else dropName(work, resource, loose);
  return false;
}

function takeOut(work: Work, address: Address, why: string): void {
  for (const each of [...work.at.keys()]) if (isWithin(each, address)) work.at.delete(each);
  work.removed.push(address);
  work.lost.push({ address, why: `it is left out: ${why}` });
}

function dropName(work: Work, resource: DesiredResource, { field, names }: { readonly field: string; readonly names: Address }): void {
  const { [field]: value, ...rest } = resource.fields;
  const key = keyIn(names);
  const isMap = !isReference(value) && typeof value === 'object' && value !== null;
  const left = isMap ? { [field]: Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)) } : {};
  work.at.set(resource.address, { ...resource, fields: { ...rest, ...left } as DesiredResource['fields'] });
  // What was made only now takes with it what says so of it.
  if (work.added.has(resource.address) || !work.removed.some((address) => isWithin(names, address)))
    work.lost.push({ address: resource.address, field, why: `it is ${names}, which is not declared` });
}
