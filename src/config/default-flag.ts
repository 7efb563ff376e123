/** Derives the default of a container from the flag of one of its items. */
import type { ConfigurationDraft, DraftResource } from './draft.ts';

/** The default of a flat site is the item with `default: true`. */
export function deriveDefault(draft: ConfigurationDraft, site: DraftResource, placed: readonly DraftResource[]): void {
  const field = Object.entries(site.shape.fields).find(([, { derived }]) => derived)?.[0];
  const flags = placed.flatMap((resource) => {
    const node = resource.nodes.default;
    return node?.is === 'scalar' && node.value === true ? [{ resource, node }] : [];
  });
  const [first, second] = flags;
  if (first === undefined || field === undefined) return;
  site.fields[field] = { ref: first.resource.address };
  site.fieldSpans[field] = first.node.span;
  if (second === undefined) return;
  draft.problems.add('E-DUPLICATE-DEFAULT', second.node.span, {
    message: `${site.address} has two default spaces`,
    hint: 'keep `default: true` on one space',
    related: [{ message: 'first default space here', span: first.node.span }],
  });
}
