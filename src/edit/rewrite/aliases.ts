/** Aliases whose anchor was edited or removed: they keep the value they had. */
import { type Anchored, writtenOut } from './anchors.ts';
import type { Holder } from './collection.ts';
import type { Page } from './page.ts';
import { isIntact, type Rope, type Splice, splice } from './rope.ts';
import type { AliasTree, MemberTree, NodeTree, Tree } from './tree.ts';

interface Use extends Holder {
  readonly member: MemberTree;
  readonly alias: AliasTree;
}

/** To be done in what is kept of the text. `rope`: the text as it is edited otherwise. */
export function aliasSplices(page: Page, anchored: Anchored, rope: Rope): readonly Splice[] {
  const byTarget = new Map<NodeTree, Use[]>();
  for (const use of usesIn(page.tree, page.tree.isFlow)) {
    const { target } = use.alias;
    byTarget.set(target, [...(byTarget.get(target) ?? []), use]);
  }
  return [...byTarget].flatMap(([target, uses]) => {
    if (isIntact(rope, target.textStart, target.end)) return [];
    const left = uses.filter(({ alias }) => !anchored.following.has(alias) && isIntact(rope, alias.start, alias.end));
    const isFollowed = uses.some(({ alias }) => anchored.following.has(alias));
    return targetSplices(page, target, left, isFollowed, rope);
  });
}

/** The first alias takes the anchor over, where no alias goes on meaning the edited value. */
function targetSplices(page: Page, target: NodeTree, uses: readonly Use[], isFollowed: boolean, rope: Rope): readonly Splice[] {
  const [first, second] = uses;
  if (first === undefined) return [];
  if (second === undefined || isFollowed || target.anchor === undefined) return uses.flatMap((use) => writtenOut(page, use, []));
  const own = splice(target.start, target.start + `&${target.anchor}`.length, '');
  const withSpace = page.text[own.end] === ' ' ? { ...own, end: own.end + 1 } : { ...own, start: own.start - 1 };
  const released = isIntact(rope, withSpace.start, withSpace.end) ? [withSpace] : [];
  return [...released, ...writtenOut(page, first, [], target.anchor)];
}

function usesIn(tree: Tree, isInFlow: boolean): readonly Use[] {
  if (tree.is !== 'map' && tree.is !== 'list') return [];
  const members: readonly MemberTree[] = tree.members;
  return members.flatMap((member): readonly Use[] => {
    const { value } = member;
    if (value.is === 'alias') return [{ member, isInFlow: isInFlow || tree.isFlow, alias: value }];
    return usesIn(value, isInFlow || tree.isFlow);
  });
}
