/** Checks conditions: they can be parsed, and use claims that their site declares. */
import { type ClaimUse, parseCondition } from '../core/condition.ts';
import type { SourceSpan } from '../core/problem.ts';
import { addressPath } from '../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, placeOf } from './draft.ts';
import type { ScalarNode } from './node.ts';
import { didYouMean, hints } from './problem-list.ts';

export function checkConditions(draft: ConfigurationDraft): void {
  for (const { of, field, node } of draft.conditions) {
    const condition = parseCondition(String(node.value));
    if ('fault' in condition) {
      const { fault } = condition;
      draft.problems.add('E-CONDITION', partOf(node, fault), {
        message: `${of.address}: ${field}: ${fault.message}`,
        hint: 'write an expression such as visitor.claims.partner == true',
      });
    } else for (const use of condition.claims) checkClaim(draft, of, node, use);
  }
}

/** Where a part of the condition stands; the whole of it where the file does not hold it character by character. */
function partOf(node: ScalarNode, { start, end }: { readonly start: number; readonly end: number }): SourceSpan {
  return node.textColumn === undefined
    ? node.span
    : { ...node.span, column: node.textColumn + start, length: Math.max(1, end - start) };
}

/** A half of the schema that is not declared is left as it is on the platform, so nothing is known of its claims. */
function checkClaim(draft: ConfigurationDraft, of: DraftResource, node: ScalarNode, use: ClaimUse): void {
  const schema = visitorSchema(draft, of);
  const own = namesIn(schema, use.isUnsigned ? 'unsigned' : 'claims');
  if (schema === undefined || own === undefined || own.includes(use.name)) return;
  const other = namesIn(schema, use.isUnsigned ? 'claims' : 'unsigned') ?? [];
  const prefix = (isUnsigned: boolean) => (isUnsigned ? 'visitor.claims.unsigned.' : 'visitor.claims.');
  const near = draft.problems.suggest(use.name, own);
  const there = other.includes(use.name)
    ? `${prefix(!use.isUnsigned)}${use.name}`
    : near && `${prefix(use.isUnsigned)}${near}`;
  draft.problems.add('E-CONDITION-CLAIM', partOf(node, use), {
    message: `${of.address}: the site declares no ${use.isUnsigned ? 'unsigned ' : ''}claim "${use.name}"`,
    label: 'unknown claim',
    hint: hints(didYouMean(there), `declare the claim in ${schema.address} (${placeOf(schema.span)})`),
  });
}

function visitorSchema(draft: ConfigurationDraft, { address }: DraftResource): DraftResource | undefined {
  const site = addressPath(address, draft.shapes)?.[0]?.address;
  const shape = [...draft.shapes.values()].find((each) =>
    Object.values(each.fields).some(({ type }) => type.is === 'claims'),
  );
  return site === undefined || shape === undefined ? undefined : draft.at.get(`${site}/${shape.segment}`);
}

/** undefined: not declared, or with problems of its own. */
function namesIn(schema: DraftResource | undefined, field: string): readonly string[] | undefined {
  const node = schema?.nodes[field];
  return node?.is === 'map' ? node.entries.map((entry) => entry.key) : undefined;
}
