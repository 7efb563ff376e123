/** Resolves the declared order of children in their container. */
import { type Address, containerPhrase, topContainer } from '../../core/address.ts';
import { orderedContainerOf } from '../../kinds/declaration/container.ts';
import { keepsOrderIn, placeField } from '../../kinds/shape.ts';
import { type ConfigurationDraft, type OrderedContainer, placeOf } from '../blocks/draft.ts';
import { didYouMean, replacementFix } from '../problem-list.ts';
import type { ScalarNode } from '../yaml/node.ts';

export function resolveOrders(draft: ConfigurationDraft): void {
  for (const { of, items } of draft.sequences) {
    const placed = new Map<Address, ScalarNode>();
    for (const item of items) {
      const child = childNamed(draft, of, item);
      if (child === undefined) continue;
      draft.named.push({ address: child, span: item.span });
      const first = placed.get(child);
      if (first === undefined) placed.set(child, item);
      else
        draft.problems.add('E-DUPLICATE-ITEM', item.span, {
          message: `the order ${containerPhrase(of.address)} lists ${child} twice`,
          related: [{ message: 'first listed here', span: first.span }],
        });
    }
    draft.orders[of.address] = [...placed.keys()];
  }
}

/** Kinds with an order in the container, and the field that names the container. */
function orderedKinds(draft: ConfigurationDraft, { kind }: OrderedContainer) {
  return [...draft.shapes.values()].flatMap((shape) => {
    const field = keepsOrderIn(shape, kind) ? placeField(shape) : undefined;
    return field === undefined ? [] : [{ shape, field }];
  });
}

/** Finds a child by key, or by address if a space and a collection have the same key. */
function childNamed(draft: ConfigurationDraft, container: OrderedContainer, item: ScalarNode): Address | undefined {
  const { problems, at, scopes } = draft;
  const name = String(item.value);
  const kinds = orderedKinds(draft, container);
  const declared = kinds.flatMap(({ shape, field }) => {
    const resource = at.get(name.startsWith(`${shape.segment}/`) ? name : `${shape.segment}/${name}`);
    return resource === undefined ? [] : [{ resource, field }];
  });
  const inside = declared.filter(({ resource }) => orderedContainerOf(resource, draft.shapes) === container.address);
  if (inside.length === 1) return inside[0]?.resource.address;
  if (inside.length > 1) {
    const addresses = inside.map(({ resource }) => resource.address);
    return problems.add('E-ORDER-AMBIGUOUS', item.span, {
      message: `"${name}" is ambiguous ${containerPhrase(container.address)}`,
      hint: `write ${addresses.join(' or ')}`,
    });
  }
  const [elsewhere] = declared;
  if (elsewhere !== undefined) {
    const { resource, field } = elsewhere;
    if (resource.isExternal) {
      const message = `${resource.address} is external, so its position is not managed`;
      return problems.add('E-EXTERNAL', item.span, { message, hint: 'remove this item' });
    }
    const right =
      container.address === topContainer ? `remove \`${field}\` from` : `set \`${field}: ${container.key}\` on`;
    const hint = `${right} ${resource.address} (${placeOf(resource.span)}), or remove this item`;
    return problems.add('E-ORDER-CHILD', item.span, {
      message: `${resource.address} is not ${containerPhrase(container.address)}`,
      label: 'in another place',
      hint,
      related: [{ message: 'declared here', span: resource.span }],
    });
  }
  const keys = kinds.flatMap(({ shape }) => [...(scopes.get(shape.segment)?.keys() ?? [])]);
  const titles = kinds.map(({ shape }) => shape.title).join(' or ');
  const near = problems.suggest(name, keys);
  return problems.add('E-REF-UNKNOWN', item.span, {
    message: `unknown ${titles} "${name}"`,
    label: `no ${titles} has this key`,
    hint: didYouMean(near),
    fix: replacementFix(near),
  });
}
