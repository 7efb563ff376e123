/** Finds the steps that carry each declared field: the ledger calls it applied only once all of them have succeeded. */
import { type Address, listOf } from '../../core/address.ts';
import { isReference } from '../../core/value.ts';
import { placeField } from '../../kinds/shape.ts';
import type { StepId } from '../change.ts';
import { differs } from '../compare.ts';
import type { Draft, DraftStep } from '../draft.ts';
import type { Match } from '../identity/identity.ts';
import { digestOf, type LastApplied } from './last-applied.ts';

/** By field. Those that are as they are declared already are missing; those that differ and that no step changes have none. */
export interface Carriers {
  readonly [field: string]: readonly StepId[];
}

/** `applied`: marks that the ledger has of this very object. */
export function carriersOf(draft: Draft, match: Match, applied: LastApplied | undefined): Carriers {
  const { resource, shape } = match;
  const place = placeField(shape);
  const producer = match.state === 'matched' && !draft.changeAt.has(`${resource.address}:replace`) ? undefined : producerOf(draft, match);
  const found: { [field: string]: readonly StepId[] } = {};
  for (const name of Object.keys(resource.fields)) {
    const steps = name === place ? [...movingSteps(draft, match), ...sendingSteps(draft, match, name)] : sendingSteps(draft, match, name);
    if (steps.length > 0) found[name] = [...new Set(producer === undefined ? steps : [producer, ...steps])];
    else if (producer !== undefined && match.state !== 'trashed') found[name] = [producer];
    else if (!isAsDeclared(draft, match, name, applied)) found[name] = [];
    else if (producer !== undefined) found[name] = [producer];
  }
  return found;
}

function producerOf({ producers, steps }: Draft, { resource }: Match): StepId | undefined {
  return (
    producers.get(resource.address) ?? steps.get(`${listOf(resource.address)}#bulk`)?.id ?? steps.get(`${resource.address}#update`)?.id
  );
}

/** The calls whose body says it. */
function sendingSteps({ steps }: Draft, { resource: { address } }: Match, name: string): readonly StepId[] {
  if (steps.size === 0) return [];
  const own = (['create', 'update'] as const).flatMap((operation) => steps.get(`${address}#${operation}`) ?? []);
  const bulk = steps.get(`${listOf(address)}#bulk`);
  const isInBulk = bulk?.items?.some((item) => item.address === address && name in item.fields) === true;
  return [...own.filter((each) => name in each.fields).map(({ id }) => id), ...(bulk && isInBulk ? [bulk.id] : [])];
}

/** The calls that take it where it belongs; a new group takes its members in as it is made. */
function movingSteps({ steps }: Draft, { resource, shape }: Match): readonly StepId[] {
  const { address, fields } = resource;
  const own = (['join', 'leave', 'move'] as const).flatMap((operation) => steps.get(`${address}#${operation}`) ?? []);
  const value = fields[placeField(shape) ?? ''];
  const container = isReference(value) ? steps.get(`${value.ref}#create`) : undefined;
  return [
    ...own.filter(({ container: to }) => to !== undefined),
    ...(container && isTakenBy(container, shape.segment, address) ? [container] : []),
  ].map(({ id }) => id);
}

function isTakenBy({ fields }: DraftStep, segment: string, member: Address): boolean {
  const members = fields[segment];
  return Array.isArray(members) && members.some((each) => isReference(each) && each.ref === member);
}

/** The platform has it as it is declared, as far as anybody can tell. */
export function isAsDeclared(draft: Draft, { resource, shape, live }: Match, name: string, applied: LastApplied | undefined): boolean {
  const field = shape.fields[name];
  const wanted = resource.fields[name];
  if (live === undefined || field === undefined || wanted === undefined) return false;
  if (field.writeOnly) return applied?.[name] === digestOf(wanted);
  if (name === placeField(shape)) return (live.fields[name] ?? null) === (isReference(wanted) ? draft.identities.idOf(wanted.ref) : null);
  return !differs(field, wanted, live.fields[name], draft.identities);
}
