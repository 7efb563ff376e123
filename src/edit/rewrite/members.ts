/** Rebuilds a map or list of a tree with other members than it had, with the empty lines and free comments between them. */
import { isComment } from '../tree/scan.ts';
import type { CollectionNode, Lines, Member, Tree } from '../tree/tree.ts';

export function withValue(member: Member, value: Tree): Member {
  return value === member.value ? member : { ...member, value };
}

/** Members that stood in it stay between what stood there; an empty one that gains some becomes a block where it can. */
export function withMembers(node: CollectionNode, members: readonly Member[], isRoot = false): CollectionNode {
  const isSame = members.length === node.members.length && members.every((member, at) => member === node.members[at]);
  if (isSame) return node;
  const places = new Map(
    node.members.flatMap(({ source }, at) => (source === undefined ? [] : [[source, at] as const])),
  );
  const order = members.map(({ source }) => (source && places.get(source)) ?? null);
  if (members.length === node.members.length && order.every((index, at) => index === at)) {
    const kept = members.map((member, at) =>
      endsAnew(members[at - 1]) ? { ...member, gap: member.gap.map(emptied) } : member,
    );
    return { ...node, members: kept };
  }
  const old = node.members.map(({ gap }) => gap);
  if (members.length === 0) {
    const left = [...old.flat(), ...node.after];
    return { ...node, members, isFlow: !isRoot, after: left.some(isComment) ? trimmed(left) : [] };
  }
  const gaps = gapsOf(old, order, isRoot);
  const placed = members.map((member, at): Member => {
    const index = order[at];
    const isInPlace = at === 0 ? index === 0 : index === (order[at - 1] ?? Number.NaN) + 1;
    const gap = isInPlace && !endsAnew(members[at - 1]) ? gaps.before(at) : gaps.before(at).map(emptied);
    return { ...(index === null ? likeNeighbours(node, member) : member), gap };
  });
  return {
    ...node,
    members: placed,
    isFlow: node.members.length > 0 && node.isFlow,
    after: [...gaps.last, ...node.after],
  };
}

/** Whether its last line is another one than it was. */
export function endsAnew(member: Member | undefined): boolean {
  if (member === undefined) return false;
  const { source, value } = member;
  if (source === undefined) return true;
  if (value === source.value || value.is === 'scalar' || value.is === 'alias') return false;
  const last = value.members.at(-1);
  return value.source === undefined || last?.source !== value.source.members.at(-1)?.source || endsAnew(last);
}

/** Behind another last line, a tab in an empty one could be read as indentation. */
export function emptied(line: string): string {
  return line.trim() === '' ? '' : line;
}

function trimmed(lines: readonly string[]): readonly string[] {
  return lines.slice(lines.findIndex(isComment), lines.findLastIndex((line) => line.trim() !== '') + 1);
}

/** A new map of scalars is written between brackets or in lines as the last one beside it. */
function likeNeighbours({ members }: CollectionNode, member: Member): Member {
  const { value, source } = member;
  if (source !== undefined || value.is !== 'map' || !isCalm(value)) return member;
  const last = members.findLast((each) => each.value.is === 'map' && each.value.members.length > 0)?.value;
  return last?.is === 'map' ? { ...member, value: { ...value, isFlow: last.isFlow } } : member;
}

/** Only scalars, and lists of them. */
function isCalm(tree: Tree): boolean {
  if (tree.is === 'list') return tree.members.every(({ value }) => value.is === 'scalar');
  return tree.is === 'scalar' || (tree.is === 'map' && tree.members.every(({ value }) => isCalm(value)));
}

/** What stands above each member. */
interface Gaps {
  readonly before: (position: number) => Lines;
  /** Behind the last one: comments that nothing else holds. */
  readonly last: Lines;
}

/** `old`: what stood above each member; `order`: which members there are, null: a new one. `isLocal`: a new member follows the example of its neighbours. */
function gapsOf([first = [], ...rest]: readonly Lines[], order: readonly (number | null)[], isLocal: boolean): Gaps {
  const old: readonly Lines[] = [[], ...rest];
  const usual = usualGap(rest);
  const known = order.filter((index) => index !== null);
  const isReordered = known.some((index, at) => at > 0 && index < (known[at - 1] ?? 0));
  if (isReordered) {
    const beyond = merged(old.slice(order.length));
    return { before: (position) => (position === 0 ? first : (old[position] ?? usual)), last: commentsOf(beyond) };
  }
  let last = -1;
  const before = order.map((index, position): Lines => {
    if (index === null) return position === 0 ? [] : isLocal && isSpaced(old, Math.max(last, 0)) ? [''] : usual;
    const own = merged(old.slice(last + 1, index + 1));
    last = index;
    return position === 0 ? withoutFirstEmpty(commentsOf(own)) : own;
  });
  return {
    before: (position) => (position === 0 ? [...first, ...(before[0] ?? [])] : (before[position] ?? [])),
    last: commentsOf(merged(old.slice((known.at(-1) ?? -1) + 1))),
  };
}

/** Whether an empty line stands behind a member; of the last one, before it. */
function isSpaced(old: readonly Lines[], index: number): boolean {
  return hasEmptyLine(old[index + 1] ?? old[index] ?? []);
}

/** An empty line where most members have one above. */
function usualGap(inner: readonly Lines[]): Lines {
  const empty = inner.filter((gap) => hasEmptyLine(gap)).length;
  return empty * 2 > inner.length ? [''] : [];
}

/** What stood around removed members: every comment, and one run of empty lines. */
function merged(gaps: readonly Lines[]): Lines {
  const withComments = gaps.filter((gap) => gap.some(isComment));
  if (withComments.length > 0) return withComments.flat();
  return gaps.filter(hasEmptyLine).at(-1) ?? gaps.at(-1) ?? [];
}

function hasEmptyLine(gap: Lines): boolean {
  return gap.some((line) => line.trim() === '');
}

function withoutFirstEmpty(gap: Lines): Lines {
  const words = gap.findIndex((line) => line.trim() !== '');
  return words === -1 ? [] : gap.slice(words);
}

function commentsOf(gap: Lines): Lines {
  return gap.some(isComment) ? gap : [];
}
