/** Addresses that move or end, as rows below what they have in common. */
import type { Impact } from '../core/impact.ts';

/** Rows of one site that say the same: told together. */
export function isAddressRow({ topic, before, after }: Impact): boolean {
  return (topic === 'address' || topic === 'shown') && (typeof before === 'string' || typeof after === 'string');
}

/** What stands before all of these addresses, to the last whole part. */
export function commonRoot(group: readonly Impact[]): string {
  const addresses = group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string'));
  const [first = '', ...others] = addresses;
  let root = first;
  for (const each of others)
    while (root !== '' && each !== root && !each.startsWith(`${root}/`)) root = root.slice(0, Math.max(0, root.lastIndexOf('/')));
  return /^\w+:\/{0,2}$/.test(root) ? '' : root;
}

/** `/start → /`: below the root; `(ends)`, `(new)`, or `(not known)`. */
export function addressPair(impact: Impact, root: string): string {
  const { before, after } = pairBelow(impact, root);
  return `${before} → ${after}`;
}

/** Both apart. */
export function pairBelow({ before, after }: Impact, root: string): { readonly before: string; readonly after: string } {
  return { before: pathBelow(before, root, '(new)'), after: pathBelow(after, root, '(ends)') };
}

/** Below what they have in common: `/` for itself. */
export function pathBelow(value: Impact['before'], root: string, none: string): string {
  if (value === undefined) return '(not known)';
  if (typeof value !== 'string') return none;
  return root === '' ? value : value.slice(root.length) || '/';
}
