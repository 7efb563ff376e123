/** Violations that drift causes and the next apply reverts: the fix is to apply, or to accept the drift. */
import { type ExpectationFinding, expectationLabel } from '../../core/expectation-finding.ts';
import type { DriftEntry } from './entry.ts';

/** The value before the drift decides alone that no reader can read the site without a login. */
const closed: { readonly [field: string]: unknown } = { visibility: 'visitor-auth', published: false };

export function withFixOfDrift(
  findings: readonly ExpectationFinding[],
  entries: readonly DriftEntry[],
): readonly ExpectationFinding[] {
  return findings.map((finding) => {
    const field = entries
      .filter(({ address }) => address === finding.address)
      .flatMap(({ fields = [] }) => fields)
      .find(({ field: name, before }) => Object.hasOwn(closed, name) && before === closed[name]);
    if (finding.expectation !== 'public' || finding.status !== 'violated' || field === undefined) return finding;
    const accept = `\`docform drift --write ${finding.address}\``;
    const fix = `run \`docform apply\`, which restores the ${field.field}; to accept the change instead, run ${accept} and add ${finding.address} to \`${expectationLabel(finding)}\``;
    return { ...finding, fix };
  });
}
