/** Checks a plan with policy rules, and turns findings into guards. */

import { groupBy } from '../../../core/compare.ts';
import { joinSome } from '../../../core/count.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import type { PolicyFinding, PolicyRule } from '../../../core/policy.ts';
import type { Place } from '../../../core/problem.ts';
import type { Blocked } from '../../result/change.ts';
import { policyCodes } from './policy-guards.ts';

export interface PolicySubject {
  readonly on: PolicyRule['on'];
  readonly document: object;
  readonly address?: string;
  readonly kind?: string;
  readonly action?: string;
  readonly source?: Place;
}

export function policyFindings(
  rules: readonly PolicyRule[],
  subjects: readonly PolicySubject[],
): readonly PolicyFinding[] {
  const found = rules.flatMap((rule) =>
    subjects
      .filter((subject) => appliesTo(rule, subject) && !rule.isKept(subject.document))
      .map(({ address, source }): PolicyFinding => {
        const { name, file, severity, message } = rule;
        return withoutUndefined({ rule: name, file, severity, message, address, source });
      }),
  );
  return ['error', 'warning'].flatMap((severity) => found.filter((each) => each.severity === severity));
}

function appliesTo({ on, kinds, actions }: PolicyRule, { on: is, kind = '', action = '' }: PolicySubject) {
  return on === is && (kinds?.includes(kind) ?? true) && (actions?.includes(action) ?? true);
}

/** One guard for each rule. The findings contain the details. */
export function policyGuards(findings: readonly PolicyFinding[]): readonly Blocked[] {
  return [...groupBy(findings, ({ file, severity }) => `${severity} ${file}`).values()].map((group) => {
    const [{ rule, file, severity, message }] = group;
    const addresses = group.flatMap(({ address }) => address ?? []);
    const about = addresses.length === 0 ? '' : `: ${joinSome(addresses, 12)}`;
    return { code: policyCodes[severity], reason: `${message}${about}`, hint: `see the rule ${rule} (${file})` };
  });
}
