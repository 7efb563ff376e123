/** The claims that the conditions of a declaration use. */
import { parseCondition } from '../core/condition.ts';
import type { Declaration } from '../core/state.ts';

/** As conditions write them, each once, in one order everywhere. */
export function claimsIn({ resources }: Pick<Declaration, 'resources'>): readonly string[] {
  const names = resources.flatMap(({ fields: { condition } }) => {
    const parsed = typeof condition === 'string' ? parseCondition(condition) : { claims: [] };
    const claims = 'claims' in parsed ? parsed.claims : [];
    return claims.map(({ name, isUnsigned }) => `visitor.claims.${isUnsigned ? 'unsigned.' : ''}${name}`);
  });
  return [...new Set(names)].sort();
}
