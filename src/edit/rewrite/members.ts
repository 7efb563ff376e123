/** Rebuilds a map or list of a tree with other members than it had. */
import { isComment } from '../tree/scan.ts';
import type { CollectionNode, Member, Tree } from '../tree/tree.ts';
import { gapsOf } from './gaps.ts';

export function withValue(member: Member, value: Tree): Member {
  return value === member.value ? member : { ...member, value };
}

/** Members that stood in it stay between what stood there; an empty one that gains some becomes a block where it can. */
export function withMembers(node: CollectionNode, members: readonly Member[], isRoot = false): CollectionNode {
  const isSame = members.length === node.members.length && members.every((member, at) => member === node.members[at]);
  if (isSame) return node;
  const places = new Map(node.members.flatMap(({ source }, at) => (source === undefined ? [] : [[source, at] as const])));
  const order = members.map(({ source }) => (source && places.get(source)) ?? null);
  if (members.length === node.members.length && order.every((index, at) => index === at)) {
    const kept = members.map((member, at) => (endsAnew(members[at - 1]) ? { ...member, gap: member.gap.map(emptied) } : member));
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
  return { ...node, members: placed, isFlow: node.members.length > 0 && node.isFlow, after: [...gaps.last, ...node.after] };
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
