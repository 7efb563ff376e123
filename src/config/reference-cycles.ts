/** Reports references to the same kind that form a cycle. */

import { isReference } from '../core/value.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource } from './draft.ts';

/** References to the same kind, such as the parent of a collection, must not form a cycle. */
export function reportCycles(draft: ConfigurationDraft): void {
  for (const shape of draft.shapes.values()) {
    for (const [field, { type }] of Object.entries(shape.fields)) {
      if (type.is === 'ref' && type.to === shape.name) reportCyclesOf(draft, shape, field);
    }
  }
}

function reportCyclesOf(draft: ConfigurationDraft, shape: KindShape, field: string): void {
  const next = (resource: DraftResource): DraftResource | undefined => {
    const value = resource.fields[field];
    return isReference(value) ? draft.at.get(value.ref) : undefined;
  };
  const visited = new Set<DraftResource>();
  for (const start of draft.at.values()) {
    if (start.shape !== shape) continue;
    const path = new Set<DraftResource>();
    let resource: DraftResource | undefined = start;
    for (; resource !== undefined && !visited.has(resource); resource = next(resource)) {
      visited.add(resource);
      path.add(resource);
    }
    if (resource !== undefined && path.has(resource))
      reportCycle(draft, field, [...path].slice([...path].indexOf(resource)));
  }
}

function reportCycle({ problems }: ConfigurationDraft, field: string, cycle: readonly DraftResource[]): void {
  const [first, ...others] = cycle;
  if (first === undefined) return;
  const way = [...cycle, first].map((resource) => resource.key).join(' -> ');
  problems.add('E-REF-CYCLE', first.fieldSpans[field] ?? first.span, {
    message:
      others.length === 0
        ? `${first.address}: ${field} refers to itself`
        : `${first.address}: ${field} forms a cycle: ${way}`,
    hint: 'change or remove one of the references',
    related: others.map((resource) => ({
      message: resource.address,
      span: resource.fieldSpans[field] ?? resource.span,
    })),
  });
}
