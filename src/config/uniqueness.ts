/** Finds resources that could not be told apart, and values that the platform lets only one of them have. */

import { oneTitle } from '../core/count.ts';
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
function claimed(taken: Map<string, Claim>, name: string, resource: DraftResource, span: SourceSpan): Claim | undefined {
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
      message: `${field} ${JSON.stringify(resource.fields[field])} is taken by ${first.resource.address}`,
      label: 'taken already',
      hint: `give each its own ${field}`,
      related: [{ message: 'taken here', span: first.span }],
    });
  }
}

function checkPin({ problems }: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource): void {
  const { pin } = resource.guards;
  const span = resource.nodes.id?.span ?? resource.span;
  const first = pin === undefined ? undefined : claimed(taken, `pin ${resource.shape.name} ${pin}`, resource, span);
  if (first === undefined) return;
  problems.add('E-DUPLICATE-VALUE', span, {
    message: `id ${pin} is pinned by ${first.resource.address} as well`,
    label: 'pinned already',
    related: [{ message: 'pinned here', span: first.span }],
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
    label: `as in ${placeOf(first.span)}`,
    hint: `${oneTitle(shape)} ${shape.plural === shape.title ? 'are' : 'is'} found by its ${names.join(' and ')}: give one of them another${others}, or pin both with \`id:\``,
    related: [{ message: 'the same here', span: first.span }],
  });
}
