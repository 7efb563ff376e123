/** `moved`: a resource whose key changed; the ledger follows. */
import type { Desired } from '../core/state.ts';
import { addressPath } from '../kinds/shape.ts';
import { type Context, complain } from './context.ts';
import { entryOf, type Node } from './node.ts';
import { nearest } from './suggest.ts';

export function readMoved(context: Context, node: Node | undefined): Desired['moved'] {
  if (node === undefined) return [];
  if (node.is !== 'list')
    return complain(context, 'E-MOVED', node.span, '`moved` must be a list of `{ from: ADDRESS, to: ADDRESS }`') ?? [];
  const declared = new Set(context.resources.map(({ address }) => address));
  const moved: { from: string; to: string; span: Node['span'] }[] = [];
  for (const item of node.items) {
    const from = item.is === 'map' ? entryOf(item, 'from')?.value : undefined;
    const to = item.is === 'map' ? entryOf(item, 'to')?.value : undefined;
    const isWhole =
      item.is === 'map' &&
      item.entries.length === 2 &&
      from?.is === 'scalar' &&
      to?.is === 'scalar' &&
      typeof from.value === 'string' &&
      typeof to.value === 'string';
    if (!isWhole || from?.is !== 'scalar' || to?.is !== 'scalar') {
      complain(context, 'E-MOVED', item.span, 'an entry of `moved` must be `{ from: ADDRESS, to: ADDRESS }`');
      continue;
    }
    const source = String(from.value);
    const target = String(to.value);
    const kinds = [source, target].map((address) => addressPath(address, context.shapes)?.at(-1)?.kind);
    if (kinds[0] === undefined)
      complain(context, 'E-MOVED', from.span, `"${source}" is no address`, 'addresses look like teams/docs or sites/docs/sections/guides');
    else if (declared.has(source))
      complain(context, 'E-MOVED', from.span, `${source} is still declared`, 'remove its block, or the entry in `moved`');
    else if (!declared.has(target)) {
      const near = nearest(target, declared);
      complain(context, 'E-MOVED', to.span, `${target} is not declared`, near ? `did you mean "${near}"?` : undefined);
    } else if (kinds[0] !== kinds[1]) complain(context, 'E-MOVED', to.span, `${source} and ${target} are not of one kind`);
    else if (moved.some((other) => other.from === source || other.to === target))
      complain(context, 'E-MOVED', item.span, 'one of the two addresses stands in another entry of `moved` already');
    else moved.push({ from: source, to: target, span: item.span });
  }
  return moved;
}
