/** Reads the version and the organization. */
import { anyOrganization } from '../core/state.ts';
import { idPattern } from './grammar.ts';
import { entryOf, type MapNode } from './node.ts';
import { type ProblemList, replacementFix } from './problem-list.ts';
import { checkText } from './scalar-values.ts';

export const supportedVersion = 1;

export function readVersion(problems: ProblemList, root: MapNode): void {
  const entry = entryOf(root, 'version');
  const hint = `write \`version: ${supportedVersion}\``;
  if (entry === undefined)
    problems.add('E-VERSION', root.span, {
      message: 'missing key "version"',
      hint,
      fix: { is: 'before', text: `version: ${supportedVersion}\n` },
    });
  else if (entry.value.is !== 'lost' && (entry.value.is !== 'scalar' || entry.value.value !== supportedVersion)) {
    problems.add('E-VERSION', entry.value.span, {
      message: 'unsupported version of the configuration language',
      hint,
      fix: replacementFix(`${supportedVersion}`),
    });
  }
}

/**
 * `given` comes from DOCFORM_ORG. `mayBeOpen`: the command contacts no platform and needs no organization. Returns undefined after a
 * problem.
 */
export function readOrganization(
  problems: ProblemList,
  root: MapNode,
  { given, mayBeOpen }: { readonly given: string | undefined; readonly mayBeOpen: boolean },
): string | undefined {
  const entry = entryOf(root, 'organization');
  if (entry === undefined) {
    if (given !== undefined) return given;
    if (mayBeOpen) return anyOrganization;
    problems.add('E-ORGANIZATION', root.span, {
      message: 'missing key "organization"',
      hint: 'write `organization: ID`, or set DOCFORM_ORG',
    });
    return undefined;
  }
  const stated = checkText(problems, entry.value, { is: 'text', pattern: idPattern }, 'organization');
  if (stated === undefined || given === undefined || stated === given) return stated;
  problems.add('E-ORGANIZATION-MISMATCH', entry.value.span, {
    message: `the configuration is for organization ${stated}, but --organization or DOCFORM_ORG is ${given}`,
    hint: 'use the same organization in both places, or remove one of the two',
  });
  return undefined;
}
