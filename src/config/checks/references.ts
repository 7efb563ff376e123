/** Resolves references between resources, and reports unknown ones and cycles. */
import { childAddress, type ListAddress, listOf } from '../../core/address.ts';
import { titleWithArticle } from '../../core/count.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { isReference } from '../../core/state.ts';
import { canBeExternal, createExternal } from '../../kinds/declaration/external.ts';
import { foldKeyCase } from '../../kinds/declaration/key.ts';
import { referencedList } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, type PendingReference, placeOf } from '../blocks/draft.ts';
import { didYouMean, replacementFix } from '../problem-list.ts';

export function resolveReferences(draft: ConfigurationDraft): void {
  const listed = new Set(draft.lists.map(({ list }) => list));
  for (const reference of draft.references) resolveReference(draft, listed, reference);
  reportCycles(draft);
}

function resolveReference(
  draft: ConfigurationDraft,
  listed: ReadonlySet<ListAddress>,
  { from, field, type, key, span }: PendingReference,
): void {
  const shape = draft.shapes.get(type.to);
  if (shape === undefined) return;
  const list = referencedList(type, from.address, shape);
  const folded = foldKeyCase(shape, key, draft.shapes);
  if (canBeExternal(draft.shapes.get(from.kind), shape, (each) => listed.has(each)))
    addExternal(draft, shape, folded, span);
  // A site-space in a section has no list of its own in the site, so its address in the site is its key.
  const target =
    draft.scopes.get(list)?.get(folded) ?? (type.within === 'parent' ? deepIn(draft, from, shape, key) : undefined);
  if (target !== undefined) from.fields[field] = { ref: target.address };
  else reportUnknown(draft, list, shape, key, span);
}

function deepIn(draft: ConfigurationDraft, { parent }: DraftResource, shape: KindShape, key: string) {
  const found = draft.at.get(`${parent}/${key}`);
  return found?.kind === shape.name ? found : undefined;
}

function addExternal(draft: ConfigurationDraft, shape: KindShape, key: string, span: SourceSpan) {
  const keys = draft.scopes.get(shape.segment) ?? new Map<string, DraftResource>();
  draft.scopes.set(shape.segment, keys);
  if (keys.has(key)) return;
  const found = createExternal(childAddress(null, shape.segment, key), shape, span);
  keys.set(key, found);
  draft.at.set(found.address, found);
}

function reportUnknown(
  draft: ConfigurationDraft,
  list: ListAddress,
  shape: KindShape,
  key: string,
  span: SourceSpan,
): void {
  const keys = draft.scopes.get(list) ?? new Map<string, DraftResource>();
  const inList = key.startsWith(`${list}/`) ? key.slice(list.length + 1) : '';
  const found = keys.has(inList) ? inList : draft.problems.suggest(key, keys.keys());
  const target = keys.get(found ?? '');
  const isInside = list.includes('/');
  const within = listOf(list);
  const where = isInside ? ` in ${within}` : '';
  const near = target && didYouMean(found, `${target.address}, ${placeOf(target.span)}`);
  draft.problems.add('E-REF-UNKNOWN', span, {
    message: `unknown ${shape.title} "${key}"${where}`,
    label: `no ${shape.title}${isInside ? ' there' : ''} has this key`,
    hint:
      near ??
      (isInside
        ? `use the key of ${titleWithArticle(shape)} in ${within}`
        : `declare the ${shape.title} under \`${shape.segment}\`: a reference is a key, not a title or an id`),
    fix: replacementFix(target && found),
  });
}

/** References to the same kind, such as the parent of a collection, must not form a cycle. */
function reportCycles(draft: ConfigurationDraft) {
  for (const shape of draft.shapes.values()) {
    for (const [field, { type }] of Object.entries(shape.fields)) {
      if (type.is === 'ref' && type.to === shape.name) reportCyclesOf(draft, shape, field);
    }
  }
}

function reportCyclesOf(draft: ConfigurationDraft, shape: KindShape, field: string) {
  const next = (resource: DraftResource): DraftResource | undefined => {
    const value = resource.fields[field];
    return isReference(value) ? draft.at.get(value.ref) : undefined;
  };
  const visited = new Set<DraftResource>();
  for (const start of draft.at.values()) {
    if (start.kind !== shape.name) continue;
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

function reportCycle({ problems }: ConfigurationDraft, field: string, cycle: readonly DraftResource[]) {
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
