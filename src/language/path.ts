/** The way through the tree of a YAML text to an offset in it. */
import { type CollectionNode, keyOf, type Member, type ScalarNode, type Tree } from '../edit/tree/tree.ts';

export interface Step {
  readonly node: CollectionNode;
  readonly member: Member;
}

/** The scalar at an offset, and the members that lead to it; the last one has it for its key or for its value. */
export interface Path {
  readonly steps: readonly Step[];
  readonly part: 'key' | 'value';
  readonly scalar: ScalarNode;
}

/** undefined: no scalar stands there. */
export function pathTo(root: CollectionNode, at: number): Path | undefined {
  const steps: Step[] = [];
  let node: CollectionNode = root;
  for (;;) {
    const found = node.members.find(({ key, value }) => isAt(key, at) || isAt(value, at));
    if (found === undefined) return undefined;
    steps.push({ node, member: found });
    const { key, value } = found;
    if (isAt(key, at) && key?.is === 'scalar') return { steps, part: 'key', scalar: key };
    if (value.is === 'scalar') return { steps, part: 'value', scalar: value };
    if (value.is === 'alias') return undefined;
    node = value;
  }
}

function isAt(tree: Tree | undefined, at: number): boolean {
  const source = tree?.source;
  return source !== undefined && source.start <= at && at <= source.end;
}

/** What else stands beside a member, by key. */
export function besides({ node, member }: Step): readonly string[] {
  return node.members.filter((each) => each !== member).map(keyOf);
}
