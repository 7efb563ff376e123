/** Parses conditions over a visitor's claims, without evaluating them. */
import {
  type Expression,
  type MemberExpression,
  type Node,
  type PrivateIdentifier,
  parseExpressionAt,
  type SpreadElement,
  type Super,
} from 'acorn';

/** A claim that a condition uses, and its position in the text. */
export interface ClaimUse {
  readonly name: string;
  readonly isUnsigned: boolean;
  readonly start: number;
  readonly end: number;
}

interface ConditionFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type Condition = { readonly claims: readonly ClaimUse[] } | { readonly fault: ConditionFault };

const longestCondition = 1024;

/** Methods of texts and lists. The contract names only `includes`. */
const methods = ['includes', 'startsWith', 'endsWith', 'indexOf', 'toLowerCase', 'toUpperCase', 'trim'];
const binary = ['==', '===', '!=', '!==', '<', '<=', '>', '>='];

class Refusal extends Error {
  readonly fault: ConditionFault;
  constructor(message: string, { start, end }: Pick<Node, 'start' | 'end'>) {
    super(message);
    this.fault = { message, start, end };
  }
}

type Part = Expression | Super | PrivateIdentifier | SpreadElement;

export function parseCondition(text: string): Condition {
  if (text.length > longestCondition)
    return {
      fault: {
        message: `a condition can have at most ${longestCondition} characters`,
        start: longestCondition,
        end: text.length,
      },
    };
  try {
    // Without `preserveParens` the end of `(a)` would be the end of `a`.
    const expression = parseExpressionAt(text, 0, { ecmaVersion: 2022, preserveParens: true });
    const rest = text.slice(expression.end).search(/\S/);
    if (rest !== -1)
      throw new Refusal('a condition must be a single expression', { start: expression.end + rest, end: text.length });
    const claims: ClaimUse[] = [];
    checkNode(expression, claims);
    return { claims };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    const { pos } = (error ?? {}) as { readonly pos?: unknown };
    const at = typeof pos === 'number' ? Math.min(pos, text.length) : 0;
    return {
      fault: {
        message: `invalid expression: ${parseFaultReason(error)}`,
        start: at,
        end: Math.min(at + 1, Math.max(text.length, at + 1)),
      },
    };
  }
}

function parseFaultReason(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/\s*\(\d+:\d+\)$/, '') : 'unknown reason';
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function checkNode(node: Part, claims: ClaimUse[]): void {
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'bigint' || 'regex' in node)
        throw new Refusal('only text, numbers, booleans and null are allowed here', node);
      return;
    case 'LogicalExpression':
    case 'BinaryExpression':
      if (node.type === 'BinaryExpression' ? !binary.includes(node.operator) : node.operator === '??')
        throw new Refusal(`the operator ${node.operator} is not supported`, node);
      checkNode(node.left, claims);
      return void checkNode(node.right, claims);
    case 'AssignmentExpression':
      throw new Refusal('`=` does not compare: use `==`', node);
    case 'UnaryExpression':
      if (node.operator !== '!' && node.operator !== '-')
        throw new Refusal(`the operator ${node.operator} is not supported`, node);
      return void checkNode(node.argument, claims);
    case 'ConditionalExpression':
      for (const part of [node.test, node.consequent, node.alternate]) checkNode(part, claims);
      return;
    case 'ArrayExpression':
      for (const element of node.elements) if (element !== null) checkNode(element, claims);
      return;
    case 'CallExpression':
      return void checkCall(node.callee, node.arguments, claims);
    case 'MemberExpression':
      return void collectClaim(node, claims);
    case 'Identifier':
      if (node.name === 'undefined') return;
      throw new Refusal(`only visitor.claims can be looked up, not ${node.name}`, node);
    case 'ParenthesizedExpression':
      return void checkNode(node.expression, claims);
    default:
      throw new Refusal('this syntax is not allowed in a condition', node);
  }
}

function checkCall(callee: Part, args: readonly Part[], claims: ClaimUse[]): void {
  const method =
    callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier'
      ? callee.property.name
      : undefined;
  if (callee.type !== 'MemberExpression' || method === undefined || !methods.includes(method)) {
    throw new Refusal(`only ${methods.join(', ')} can be called`, callee);
  }
  checkNode(callee.object, claims);
  for (const argument of args) checkNode(argument, claims);
}

/** `visitor.claims.x`, `visitor.claims.unsigned.x`, or a member of any of them. */
function collectClaim(node: MemberExpression, claims: ClaimUse[]): void {
  const path = memberPath(node);
  if (path === undefined) {
    checkNode(node.object, claims);
    if (node.computed && node.property.type !== 'PrivateIdentifier') checkNode(node.property, claims);
    return;
  }
  const [root, scope, first, second] = path;
  const isUnsigned = first === 'unsigned';
  const name = isUnsigned ? second : first;
  if (root !== 'visitor' || scope !== 'claims')
    throw new Refusal('only visitor.claims is available in a condition', node);
  if (name === undefined) throw new Refusal('name a claim: visitor.claims.NAME or visitor.claims.unsigned.NAME', node);
  claims.push({ name, isUnsigned, start: node.start, end: node.end });
}

/** The names along a chain of members that begins with an identifier. */
function memberPath(node: Part): readonly string[] | undefined {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'ParenthesizedExpression') return memberPath(node.expression);
  if (node.type !== 'MemberExpression') return undefined;
  const path = memberPath(node.object);
  const { property, computed } = node;
  const name =
    !computed && property.type === 'Identifier'
      ? property.name
      : property.type === 'Literal' && typeof property.value === 'string'
        ? property.value
        : undefined;
  return path === undefined || name === undefined ? undefined : [...path, name];
}
