/** The path through the nodes of a YAML text to an offset. */
import { isAlias, isCollection, isPair, isScalar, type Node, type Scalar } from 'yaml';
import { keyOf, type Member, membersOf, memberValue, type YamlMap, type YamlSeq } from '../edit/yaml/nodes.ts';

export interface Step {
  readonly node: YamlMap | YamlSeq;
  readonly member: Member;
}

/** The scalar at an offset, and the members that lead to the scalar. The last member has the scalar as its key or its value. */
export interface Path {
  readonly steps: readonly Step[];
  readonly part: 'key' | 'value';
  readonly scalar: Scalar;
}

/** undefined: there is no scalar at the offset. */
export function pathTo(root: YamlMap | YamlSeq, at: number): Path | undefined {
  const steps: Step[] = [];
  let node = root;
  for (;;) {
    const found = membersOf(node).find((member) => isAt(keyNode(member), at) || isAt(memberValue(member), at));
    if (found === undefined) return undefined;
    steps.push({ node, member: found });
    const [key, value] = [keyNode(found), memberValue(found)];
    if (isAt(key, at) && isScalar(key)) return { steps, part: 'key', scalar: key };
    if (isScalar(value)) return { steps, part: 'value', scalar: value };
    if (isAlias(value) || !isCollection(value)) return undefined;
    node = value as YamlMap | YamlSeq;
  }
}

function keyNode(member: Member): Node | undefined {
  return isPair(member) ? (member.key as Node) : undefined;
}

function isAt(node: Node | null | undefined, at: number): boolean {
  const range = node?.range;
  return range !== undefined && range !== null && range[0] <= at && at <= range[1];
}

/** The keys of the other members. */
export function besides({ node, member }: Step): readonly string[] {
  return membersOf(node)
    .filter((each) => each !== member)
    .map(keyOf);
}
