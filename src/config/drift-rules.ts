/** Reads `drift`: what may differ on the platform without being told, why, and until when. */
import type { DriftClass, IgnoreRule } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';
import { kindsMeant } from './address-pattern.ts';
import type { ConfigurationDraft } from './draft.ts';
import { checkFixed, type FixedKey } from './fixed-map.ts';
import { checkList, itemsOf } from './list-values.ts';
import type { ConfigurationNode, ScalarNode } from './node.ts';
import { didYouMean, hints, putting } from './problem-list.ts';
import { checkChoice, checkText } from './scalar-values.ts';

export const driftClasses: readonly DriftClass[] = ['changed', 'missing', 'misordered', 'unmanaged'];
export const longestReason = 500;
export const datePattern = '^\\d{4}-\\d{2}-\\d{2}$';
const longestPattern = 500;

export function readDriftRules(draft: ConfigurationDraft, node: ConfigurationNode | undefined): readonly IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const ignore: FixedKey = {
    check: (value) => {
      for (const item of itemsOf(draft.problems, value, 'drift: ignore') ?? []) rules.push(...readRule(draft, item));
    },
  };
  if (node !== undefined) checkFixed(draft.problems, node, 'drift', { ignore });
  return rules;
}

interface RuleDraft {
  address?: string;
  fields?: readonly string[];
  class?: DriftClass;
  reason?: string;
  until?: string;
  readonly nodes: { address?: ScalarNode; class?: ConfigurationNode; fields: readonly ConfigurationNode[] };
}

function readRule(draft: ConfigurationDraft, node: ConfigurationNode): readonly IgnoreRule[] {
  const said: RuleDraft = { nodes: { fields: [] } };
  if (checkFixed(draft.problems, node, 'a rule of drift: ignore', ruleKeys(draft, said)) === undefined) return [];
  const { nodes, address, reason, ...rest } = said;
  if (address === undefined || nodes.address === undefined) return [];
  checkFields(draft, said, checkAddress(draft, nodes.address, address));
  return reason === undefined ? [] : [{ ...rest, address, reason, span: nodes.address.span }];
}

function ruleKeys(draft: ConfigurationDraft, said: RuleDraft): { readonly [key: string]: FixedKey } {
  const { problems } = draft;
  const { nodes } = said;
  const textOf = (node: ConfigurationNode, key: string, max: number) =>
    checkText(problems, node, { is: 'text', min: 1, max }, `drift: ignore: ${key}`);
  return {
    address: {
      isRequired: true,
      check: (node) => {
        const address = textOf(node, 'address', longestPattern);
        if (address !== undefined && node.is === 'scalar') {
          said.address = address;
          nodes.address = node;
        }
      },
    },
    fields: {
      check: (node) => {
        const fields = checkList(
          problems,
          node,
          { is: 'list', compare: 'set', of: { is: 'text', min: 1 }, min: 1 },
          'drift: ignore: fields',
        );
        if (fields !== undefined) said.fields = fields as readonly string[];
        if (node.is === 'list') nodes.fields = node.items;
      },
    },
    class: {
      check: (node) => {
        nodes.class = node;
        const word = checkChoice(problems, node, driftClasses, 'drift: ignore: class');
        if (word !== undefined) said.class = word as DriftClass;
      },
    },
    reason: {
      isRequired: true,
      check: (node) => {
        const reason = textOf(node, 'reason', longestReason);
        if (reason !== undefined) said.reason = reason;
      },
    },
    until: { check: (node) => readUntil(draft, node, said) },
  };
}

function readUntil({ problems }: ConfigurationDraft, node: ConfigurationNode, said: RuleDraft): void {
  const until = checkText(problems, node, { is: 'text', pattern: datePattern }, 'drift: ignore: until');
  if (until === undefined) return;
  const moment = new Date(`${until}T00:00:00Z`);
  if (!Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(until)) said.until = until;
  else
    problems.add('E-FORMAT', node.span, {
      message: 'drift: ignore: until must be a date such as 2026-12-31',
      label: 'no such date',
    });
}

/** Kinds of what the rule can mean; empty: the problem is told. */
function checkAddress(
  { problems, shapes }: ConfigurationDraft,
  node: ScalarNode,
  address: string,
): readonly KindShape[] {
  const { kinds, miss } = kindsMeant(address, shapes);
  if (kinds.length > 0) return kinds;
  problems.add('E-DRIFT-ADDRESS', node.span, {
    message: `invalid address "${address}"`,
    label: 'matches no resource or list',
    hint: hints(
      didYouMean(miss && problems.suggest(miss.part, miss.segments)),
      'write an address such as `sites/docs`, `sites/*/sections/*`, `members` or `sites/docs/**`',
    ),
  });
  return [];
}

/** `id` stands for an object that was deleted and made anew. */
function checkFields({ problems }: ConfigurationDraft, said: RuleDraft, kinds: readonly KindShape[]): void {
  const { nodes } = said;
  if (said.fields !== undefined && said.class !== undefined && said.class !== 'changed' && nodes.class) {
    const message = `a rule with class ${said.class} cannot have fields`;
    problems.add('E-DRIFT-FIELD', nodes.class.span, { message, hint: 'remove `fields`, or set `class: changed`' });
  }
  const known = [...new Set([...kinds.flatMap(({ fields }) => Object.keys(fields)), 'id'])];
  if (kinds.length === 0) return;
  for (const node of nodes.fields) {
    const field = node.is === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
    if (field === undefined || known.includes(field.split('.', 1)[0] ?? field)) continue;
    const near = problems.suggest(field, known);
    problems.add('E-DRIFT-FIELD', node.span, {
      message: `no matching resource has a field "${field}"`,
      label: 'unknown field',
      fix: putting(near),
      hint: hints(didYouMean(near), kinds.length === 1 ? `possible fields: ${known.join(', ')}` : undefined),
    });
  }
}
