/** Keeps of the values that spaces have for custom fields those that the declared fields take. */
import { complaint } from '../config/custom-values.ts';
import type { Value } from '../core/value.ts';
import type { Shapes } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';
import { type Drafts, isOut } from './settled.ts';

export function settleCustomValues(drafts: Drafts, shapes: Shapes): void {
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  const managed = new Set(standing.flatMap(({ parent, shape }) => (parent === null ? [shape.segment] : [])));
  for (const draft of standing) {
    for (const [name, { type }] of Object.entries(draft.shape.fields)) {
      const segment = type.is === 'keyed' ? shapes.get(type.keysRefer)?.segment : undefined;
      const values = draft.fields[name];
      if (segment === undefined || typeof values !== 'object' || values === null) continue;
      // Where no field is declared at all, they are managed elsewhere, and any value may stand.
      const kept = Object.entries(values).filter(
        ([key, value]) => !managed.has(segment) || isTaken(drafts, draft, segment, key, value as Value),
      );
      // What is declared by now stays so, be it as nothing.
      if (kept.length > 0 || draft.declared?.fields[name] !== undefined) draft.fields[name] = Object.fromEntries(kept);
      else delete draft.fields[name];
    }
  }
}

function isTaken(drafts: Drafts, draft: ResourceDraft, segment: string, key: string, value: Value): boolean {
  const field = drafts.get(`${segment}/${key}`);
  if (field === undefined || isOut(drafts, field.address)) {
    leave(draft, key, `the custom field ${key} cannot be declared`);
    return false;
  }
  const wrong = complaint(value, field);
  if (wrong !== undefined) leave(draft, key, `its value would have to be ${wrong}`);
  return wrong === undefined;
}
