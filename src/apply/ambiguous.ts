/** Finds out whether a request was executed, by reading: a create or join without an answer, or a delete that was answered with 404. */
import { isSafeId } from '../core/safe-id.ts';
import type { Decoded } from '../kinds/reading.ts';
import { liveNaturalKey, naturalKeyOf, placeField } from '../kinds/shape.ts';
import type { Step } from '../plan/change.ts';
import type { ApplyClient } from './client.ts';
import { statusOf } from './fault.ts';
import { type CreatedList, listOfCreated, type RequestContext, readOfOne, sentFieldsOf } from './requests.ts';

/** `undecided`: several objects match, or the list is incomplete; the request must not be repeated. */
export type Finding = { readonly id: string } | 'absent' | 'undecided';

/** The plan saw no unmanaged object with this natural key, so a new one is the created object. `known`: ids that have an address. */
export async function findCreated(
  step: Step,
  context: RequestContext,
  client: Pick<ApplyClient, 'list'>,
  known: ReadonlySet<string>,
): Promise<Finding> {
  const list = listOfCreated(step, context);
  const sent = sentFieldsOf(step, context);
  const key = list && naturalKeyOf(list.definition, sent, () => undefined);
  if (list === undefined || key === undefined) return 'undecided';
  const all = await readList(list, client);
  if (all === undefined) return 'undecided';
  // A shared id belongs to another object, which can have an address.
  const others = new Set(list.definition.sharesId ? [] : [...known, ...(step.candidates ?? [])]);
  const found = new Set<string>();
  for (const decoded of all) {
    const isThere = list.parentId === undefined || (decoded.parentId ?? list.parentId) === list.parentId;
    if (isThere && !others.has(decoded.id) && liveNaturalKey(list.definition, decoded, key.names) === key.text)
      found.add(decoded.id);
  }
  const [id] = found;
  if (id === undefined) return 'absent';
  return found.size === 1 ? { id } : 'undecided';
}

/** Whether the object is in the container that it should join. */
export async function findJoined(
  step: Step,
  context: RequestContext,
  client: Pick<ApplyClient, 'list'>,
): Promise<Finding> {
  const list = listOfCreated(step, context);
  const place = list && placeField(list.definition);
  const id = context.idOf(step.address);
  const container = step.container == null ? undefined : context.idOf(step.container);
  const all = list && (await readList(list, client));
  const subject = all?.find((each) => each.id === id);
  if (place === undefined || id === undefined || container === undefined || subject === undefined) return 'undecided';
  return subject.fields[place] === container ? { id } : 'absent';
}

/** Whether an object is gone after the platform answered its delete with 404: the operation, and not the object, can be missing. */
export async function isGone(
  step: Step,
  context: RequestContext,
  client: Pick<ApplyClient, 'list' | 'send'>,
): Promise<boolean> {
  if (step.operation === 'leave') return (await findJoined(step, context, client)) === 'absent';
  const one = readOfOne(step, context);
  if (one !== undefined)
    return client.send(one.call).then(
      (reply) => one.decode(reply)?.isDeleted === true,
      (error: unknown) => statusOf(error) === 404,
    );
  const list = listOfCreated(step, context);
  if (list === undefined) return false;
  const { items, unknown, failure } = await client.list(list.call);
  // Without its container, the object is gone as well.
  if (unknown !== undefined) return failure?.status === 404;
  return !list.pick(items).some((item) => list.decode(item)?.id === context.idOf(step.address));
}

/** undefined: incomplete, or with items that violate the contract. */
async function readList(list: CreatedList, client: Pick<ApplyClient, 'list'>): Promise<readonly Decoded[] | undefined> {
  const { items: listed, unknown } = await client.list(list.call);
  const items = list.pick(listed);
  const decoded = items.map(list.decode).filter((each): each is Decoded => each !== undefined && isSafeId(each.id));
  return unknown === undefined && decoded.length === items.length ? decoded : undefined;
}
