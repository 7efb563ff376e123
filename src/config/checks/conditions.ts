/** Checks visitor conditions: their syntax, and whether the site declares the claims that they use. */
import { type ClaimUse, parseCondition } from '../../core/condition.ts';
import type { SourceSpan } from '../../core/problem.ts';
import { parseAddress } from '../../kinds/shape.ts';
import { type ConfigurationDraft, type DraftResource, placeOf } from '../blocks/draft.ts';
import { didYouMean, hints } from '../problem-list.ts';
import type { ScalarNode } from '../yaml/node.ts';

export function checkConditions(draft: ConfigurationDraft): void {
  for (const { of, field, node } of draft.conditions) {
    const condition = parseCondition(String(node.value));
    if ('fault' in condition) {
      const { fault } = condition;
      draft.problems.add('E-CONDITION', conditionSpan(node, fault), {
        message: `${of.address}: ${field}: ${fault.message}`,
        hint: 'write an expression such as visitor.claims.partner == true',
      });
    } else for (const use of condition.claims) checkClaim(draft, of, node, use);
  }
}

/** Place of a part of the condition, or of the whole condition if the file does not contain it character by character. */
function conditionSpan(node: ScalarNode, { start, end }: { readonly start: number; readonly end: number }): SourceSpan {
  return node.textColumn === undefined
    ? node.span
    : { ...node.span, column: node.textColumn + start, length: Math.max(1, end - start) };
}

/** An undeclared part of the schema stays as it is on the platform, so its claims are unknown. */
function checkClaim(draft: ConfigurationDraft, of: DraftResource, node: ScalarNode, use: ClaimUse) {
  const schema = visitorSchema(draft, of);
  const own = claimNames(draft, schema, use.isUnsigned ? 'unsigned' : 'claims');
  if (schema === undefined || own === undefined || own.includes(use.name)) return;
  const other = claimNames(draft, schema, use.isUnsigned ? 'claims' : 'unsigned') ?? [];
  const prefix = (isUnsigned: boolean) => (isUnsigned ? 'visitor.claims.unsigned.' : 'visitor.claims.');
  const near = draft.problems.suggest(use.name, own);
  const there = other.includes(use.name)
    ? `${prefix(!use.isUnsigned)}${use.name}`
    : near && `${prefix(use.isUnsigned)}${near}`;
  draft.problems.add('E-CONDITION-CLAIM', conditionSpan(node, use), {
    message: `${of.address}: the site declares no ${use.isUnsigned ? 'unsigned ' : ''}claim "${use.name}"`,
    label: 'unknown claim',
    hint: hints(didYouMean(there), `declare the claim in ${schema.address} (${placeOf(schema.span)})`),
  });
}

function visitorSchema(draft: ConfigurationDraft, { address }: DraftResource): DraftResource | undefined {
  const site = parseAddress(address, draft.shapes)?.[0]?.address;
  const shape = [...draft.shapes.values()].find((each) =>
    Object.values(each.fields).some(({ type }) => type.is === 'claims'),
  );
  return site === undefined || shape === undefined ? undefined : draft.at.get(`${site}/${shape.segment}`);
}

/** Returns undefined if the field is not declared or has problems. */
function claimNames({ nodes }: ConfigurationDraft, schema: DraftResource | undefined, field: string) {
  const node = schema && nodes.get(schema)?.[field];
  return node?.is === 'map' ? node.entries.map((entry) => entry.key) : undefined;
}
