/** Finds resources that could not be told apart, and values that the platform lets only one of them have. */

import type { SourceSpan } from '../core/problem.ts';
import { nameClaim, uniqueClaims } from '../declaration/unique.ts';
import { isStatedCopy, naturalKeyFields } from '../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, placeOf } from './draft.ts';

interface Claim {
  readonly resource: DraftResource;
  readonly span: SourceSpan;
}

export function checkUniqueness(draft: ConfigurationDraft): void {
  const taken = new Map<string, Claim>();
  for (const resource of draft.at.values()) {
    checkUniqueFields(draft, taken, resource);
    checkPin(draft, taken, resource);
    checkName(draft, taken, resource);
  }
}

/** The claim that was there first, if there was one. */
function claimed(
  taken: Map<string, Claim>,
  name: string,
  resource: DraftResource,
  span: SourceSpan,
): Claim | undefined {
  const first = taken.get(name);
  if (first === undefined) taken.set(name, { resource, span });
  return first;
}

function checkUniqueFields(draft: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource): void {
  for (const { field, claim } of uniqueClaims(resource, resource.shape)) {
    const span = resource.fieldSpans[field] ?? resource.span;
    const first = claimed(taken, claim, resource, span);
    if (first === undefined) continue;
    draft.problems.add('E-DUPLICATE-VALUE', span, {
      message: `${field} ${JSON.stringify(resource.fields[field])} is already used by ${first.resource.address}`,
      label: 'already used',
      hint: `use another ${field}`,
      related: [{ message: 'first used here', span: first.span }],
    });
  }
}

function checkPin({ problems }: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource): void {
  const { pin } = resource.guards;
  const span = resource.nodes.id?.span ?? resource.span;
  const first = pin === undefined ? undefined : claimed(taken, `pin ${resource.shape.name} ${pin}`, resource, span);
  if (first === undefined) return;
  problems.add('E-DUPLICATE-VALUE', span, {
    message: `id ${pin} is already pinned by ${first.resource.address}`,
    label: 'already pinned',
    hint: 'correct or remove one of the two ids',
    related: [{ message: 'first pinned here', span: first.span }],
  });
}

/** Two that match by the same natural key in the same place; a pin tells them apart, and what is made as a copy need not be found. */
function checkName({ problems }: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource): void {
  const { shape } = resource;
  const isTold = resource.guards.pin !== undefined || isStatedCopy(shape, resource.fields);
  const names = shape.key === 'name' && !isTold ? naturalKeyFields(shape, resource.fields) : undefined;
  // Unique fields are told of as such.
  if (names === undefined || names.every((each) => shape.fields[each]?.unique !== undefined)) return;
  const name = nameClaim(resource, shape);
  if (name === undefined) return;
  const { field } = name;
  const span = resource.fieldSpans[field] ?? resource.span;
  const first = claimed(taken, name.claim, resource, span);
  if (first === undefined) return;
  const others = shape.narrowedBy === undefined ? '' : `, another ${shape.narrowedBy}`;
  problems.add('E-DUPLICATE-NAME', span, {
    message: `${first.resource.address} and ${resource.address} have the same ${names.join(' and ')}`,
    label: `same as in ${placeOf(first.span)}`,
    hint: `give one of the two another ${names.join(' and ')}${others}, or pin both with \`id:\``,
    related: [{ message: 'first used here', span: first.span }],
  });
}
