/** Reads `policy.allow`: reviewed overrides of guards, which end by date. */
import { type Address, keyIn } from '../../core/address.ts';
import { type AllowableCode, type AllowRule, allowableCodes } from '../../core/allow-rule.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { ConfigurationDraft } from '../blocks/draft.ts';
import { lastAddressPart } from '../blocks/moved.ts';
import { type FixedFields, itemsOf, readFixed, scalarOf } from '../blocks/values.ts';
import { type ConfigurationNode, describeNode } from '../yaml/node.ts';

/** The keys of a rule, except `deletes`. */
export const allowFields: FixedFields = {
  address: { type: { is: 'text', min: 1, max: 500 } },
  id: { type: { is: 'text', min: 1, max: 200 } },
  code: { type: { is: 'choice', values: allowableCodes } },
  until: { type: { is: 'text', format: 'date' }, required: true },
  reason: { type: { is: 'text', min: 1, max: 500 }, required: true },
};

export const maxAllowedDeletes = 1_000_000;

interface RuleValues {
  readonly address?: Address;
  readonly id?: string;
  readonly code?: AllowableCode;
  readonly until?: string;
  readonly reason?: string;
}

export function readAllowRules(draft: ConfigurationDraft, node: ConfigurationNode): readonly AllowRule[] {
  const items = itemsOf(draft.problems, node, 'policy: allow') ?? [];
  return items.flatMap((item) => readRule(draft, item) ?? []);
}

function readRule(draft: ConfigurationDraft, node: ConfigurationNode): AllowRule | undefined {
  const { problems } = draft;
  const name = 'a rule of policy: allow';
  const label = (key: string) => `policy: allow: ${key}`;
  const read = readFixed(problems, node, name, allowFields, label, ['deletes']);
  if (read === undefined) return undefined;
  const { map, nodes } = read;
  const { address: written, id, code, until, reason } = read.values as RuleValues;
  const deletes = nodes.deletes && readDeletes(draft, nodes.deletes);
  if ((nodes.address === undefined) === (nodes.deletes === undefined)) {
    return problems.add('E-ONE-OF', map.span, {
      message: `${name} needs exactly one of address, deletes`,
      label: nodes.address === undefined ? 'has none' : 'has both',
      hint: 'write one rule for each',
    });
  }
  const address = written === undefined ? undefined : addressAt(draft, nodes.address);
  for (const key of deletes === undefined ? [] : ['id', 'code']) {
    const extra = nodes[key];
    if (extra !== undefined)
      problems.add('E-KEY-UNKNOWN', extra.span, {
        message: `a rule with deletes cannot have ${key}`,
        hint: `remove \`${key}\``,
      });
  }
  if (until === undefined || reason === undefined) return undefined;
  const ending = { until, reason, span: map.span };
  if (deletes !== undefined) return { deletes, ...ending };
  return address === undefined ? undefined : { address, ...withoutUndefined({ id, code }), ...ending };
}

/** Each rule names one resource, without patterns. */
function addressAt(draft: ConfigurationDraft, node: ConfigurationNode | undefined): Address | undefined {
  if (node?.is !== 'scalar') return undefined;
  const found = String(node.value).includes('*') ? undefined : lastAddressPart(draft, node);
  // The key of an undeclared object is an id, which has no other spelling.
  if (found !== undefined) return keyIn(String(node.value)).startsWith('id:') ? String(node.value) : found.address;
  return draft.problems.add('E-ALLOW-ADDRESS', node.span, {
    message: `invalid address "${node.value}"`,
    label: 'names no resource',
    hint: 'copy the address from the plan, such as `members/ana@acme.dev`, without patterns',
  });
}

function readDeletes({ problems }: ConfigurationDraft, node: ConfigurationNode): number | undefined {
  const scalar = scalarOf(problems, node, 'policy: allow: deletes', 'a whole number');
  if (scalar === undefined) return undefined;
  const { value, span } = scalar;
  if (typeof value !== 'number' || !Number.isInteger(value))
    return problems.add('E-TYPE', span, {
      message: `policy: allow: deletes must be a whole number, not ${describeNode(scalar)}`,
    });
  if (value >= 1 && value <= maxAllowedDeletes) return value;
  return problems.add('E-RANGE', span, { message: `policy: allow: deletes must be from 1 to ${maxAllowedDeletes}` });
}
