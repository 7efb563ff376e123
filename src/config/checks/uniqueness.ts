/** Reports two resources with the same unique value, pinned id or name. */
import type { SourceSpan } from '../../core/problem.ts';
import { uniqueFieldClaims, uniqueNameClaim } from '../../kinds/declaration/key.ts';
import { hasCopySource, naturalKeyFields, shapeOf } from '../../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, placeOf } from '../blocks/draft.ts';

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

function claimed(taken: Map<string, Claim>, name: string, resource: DraftResource, span: SourceSpan) {
  const first = taken.get(name);
  if (first === undefined) taken.set(name, { resource, span });
  return first;
}

function checkUniqueFields(draft: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  for (const { field, claim } of uniqueFieldClaims(resource, shapeOf(draft, resource.kind))) {
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

function checkPin({ problems, nodes }: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  const { pin, kind } = resource;
  const span = nodes.get(resource)?.id?.span ?? resource.span;
  const first = pin === undefined ? undefined : claimed(taken, `pin ${kind} ${pin}`, resource, span);
  if (first === undefined) return;
  problems.add('E-DUPLICATE-VALUE', span, {
    message: `id ${pin} is already pinned by ${first.resource.address}`,
    label: 'already pinned',
    hint: 'correct or remove one of the two IDs',
    related: [{ message: 'first pinned here', span: first.span }],
  });
}

/** Reports two resources with the same natural key in the same place. Pinned resources and copies are not matched by name. */
function checkName(draft: ConfigurationDraft, taken: Map<string, Claim>, resource: DraftResource) {
  const shape = shapeOf(draft, resource.kind);
  const isMatchedOtherwise = resource.pin !== undefined || hasCopySource(shape, resource.fields);
  const names = shape.key === 'name' && !isMatchedOtherwise ? naturalKeyFields(shape, resource.fields) : undefined;
  // Unique fields are reported separately.
  if (names === undefined || names.every((each) => shape.fields[each]?.unique !== undefined)) return;
  const name = uniqueNameClaim(resource, shape);
  if (name === undefined) return;
  const { field } = name;
  const span = resource.fieldSpans[field] ?? resource.span;
  const first = claimed(taken, name.claim, resource, span);
  if (first === undefined) return;
  const others = shape.narrowedBy === undefined ? '' : ` or the ${shape.narrowedBy}`;
  draft.problems.add('E-DUPLICATE-NAME', span, {
    message: `${first.resource.address} and ${resource.address} have the same ${names.join(' and ')}`,
    label: `same as in ${placeOf(first.span)}`,
    hint: `change the ${names.join(' and ')}${others} of one of the two, or pin both with \`id:\``,
    related: [{ message: 'first used here', span: first.span }],
  });
}
