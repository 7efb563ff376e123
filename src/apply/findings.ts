/** Looks for the outcome of a request without a clear answer: the created object, its container, or its absence. */
import { type Address, isSafeId } from '../core/address.ts';
import { httpStatusOf } from '../core/docform-error.ts';
import type { Decoded } from '../kinds/reading.ts';
import { liveNaturalKey, naturalKeyOf, placeField } from '../kinds/shape.ts';
import type { Step } from '../plan/result/step.ts';
import type { ApplyClient } from './apply-client.ts';
import { type CreatedList, listOfCreated, type RequestContext, readOfOne, sentFieldsOf } from './requests.ts';

interface Search extends RequestContext {
  readonly client: ApplyClient;
  readonly ids: ReadonlyMap<Address, string>;
}

/** `undecided`: several objects match, or the list is incomplete; the request must not be repeated. */
export type Finding = { readonly id: string; readonly shown?: Decoded['fields'] } | 'absent' | 'undecided';

/** The plan saw no unmanaged object with this natural key, so a new one is the created object. */
export async function findCreated(step: Step, run: Search): Promise<Finding> {
  const list = listOfCreated(step, run);
  const key = list && naturalKeyOf(list.definition, sentFieldsOf(step, run), () => undefined);
  const all = list && key && (await readList(list, run.client));
  if (list === undefined || key === undefined || all === undefined) return 'undecided';
  // A shared id belongs to another object, which can have an address.
  const others = new Set(list.definition.sharesId ? [] : [...run.ids.values(), ...(step.candidates ?? [])]);
  const found = new Map<string, Decoded>();
  for (const decoded of all) {
    const isThere = list.parentId === undefined || (decoded.parentId ?? list.parentId) === list.parentId;
    if (isThere && !others.has(decoded.id) && liveNaturalKey(list.definition, decoded, key.names) === key.text)
      found.set(decoded.id, decoded);
  }
  const [made] = found.values();
  if (made === undefined) return 'absent';
  return found.size === 1 ? { id: made.id, shown: made.fields } : 'undecided';
}

/** Whether the object is in the container that it should join. */
export async function findJoined(step: Step, run: Search): Promise<Finding> {
  const list = listOfCreated(step, run);
  const place = list && placeField(list.definition);
  const id = run.idOf(step.address);
  const container = step.container == null ? undefined : run.idOf(step.container);
  const all = list && (await readList(list, run.client));
  const subject = all?.find((each) => each.id === id);
  if (place === undefined || id === undefined || container === undefined || subject === undefined) return 'undecided';
  return subject.fields[place] === container ? { id } : 'absent';
}

/** Whether an object is gone after the platform answered its delete with 404: the operation, and not the object, can be missing. */
export async function isGone(step: Step, run: Search) {
  if (step.operation === 'leave') return (await findJoined(step, run)) === 'absent';
  const one = readOfOne(step, run);
  if (one !== undefined)
    return run.client.send(one.call).then(
      (reply) => one.decode(reply)?.isDeleted === true,
      (error: unknown) => httpStatusOf(error) === 404,
    );
  const list = listOfCreated(step, run);
  if (list === undefined) return false;
  const { items, unknown, failure } = await run.client.list(list.call);
  // Without its container, the object is gone as well.
  if (unknown !== undefined) return failure?.status === 404;
  return !list.pick(items).some((item) => list.decode(item)?.id === run.idOf(step.address));
}

/** undefined: incomplete, or with items that violate the contract. */
async function readList(list: CreatedList, client: ApplyClient) {
  const { items: listed, unknown } = await client.list(list.call);
  const items = list.pick(listed);
  const decoded = items.map(list.decode).filter((each): each is Decoded => each !== undefined && isSafeId(each.id));
  return unknown === undefined && decoded.length === items.length ? decoded : undefined;
}
