/** A plan without the platform, as text, JSON and Markdown. Each starts with a warning that it is partial. */
import type { PartialAction, PartialChange, PartialPlan } from '../plan/partial.ts';
import { planMarker } from './markdown.ts';
import { type Origin, originMarkdown } from './origin.ts';
import { inlineCode, jsonText, oneLine } from './sanitize.ts';
import { count, type Painter, partialText, placeText, plain, type Role } from './words.ts';

export interface PartialFacts {
  /** As the ledger names it; empty: nothing says it. */
  readonly host: string;
}

const signs: { readonly [A in PartialAction]: readonly [string, Role, string] } = {
  create: ['+', 'create', 'not in the ledger yet: will be created, or matched by its name'],
  update: ['~', 'update', 'differs from the last apply'],
  rename: ['>', 'move', 'renamed'],
  move: ['>', 'move', 'order of its members changes'],
  delete: ['-', 'delete', 'no longer declared: will be deleted if docform created or adopted it'],
  unmanage: ['=', 'record', 'no longer managed'],
  release: ['-', 'record', 'no longer declared, or only a reference: stays on the platform, no longer managed'],
};

const words: { readonly [A in PartialAction]: string } = {
  create: 'new',
  update: 'changed',
  rename: 'renamed',
  move: 'reordered',
  delete: 'to delete',
  release: 'to release',
  unmanage: 'no longer managed',
};

const isPartialText = partialText('it only compares the configuration with the ledger');
const restText =
  'Only a plan with a token shows changes made outside docform, blocked changes, and the effects on readers.';

const whatOf: { readonly [A in PartialAction]?: (fields: string, from: string | undefined) => string | undefined } = {
  update: (fields) => fields,
  unmanage: (fields) => `no longer managed: ${fields} (the value stays)`,
  rename: (_, from) => from && `was ${from}`,
};

function remarkOf({ action, fields, from, isProtected }: PartialChange): string {
  const what = whatOf[action]?.(fields.join(', '), from) ?? signs[action][2];
  return isProtected === true ? `${what}; protected, so a plan blocks this change` : what;
}

function summary({ changes, untold }: PartialPlan): string {
  const actions = Object.keys(words) as readonly PartialAction[];
  const counted = actions.map((each) => [changes.filter(({ action }) => action === each).length, words[each]] as const);
  const shown = counted.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const unknown =
    untold === 0 ? '' : ` The ledger does not store the last applied values of ${count(untold, 'resource')}.`;
  return `${shown.length === 0 ? 'No changes since the last apply' : shown.join(', ')}.${unknown}`;
}

export function partialPlanText(
  plan: PartialPlan,
  { isVerbose = false, paint = plain }: { readonly isVerbose?: boolean; readonly paint?: Painter } = {},
): string {
  const lines = plan.changes.map((change) => {
    const [sign, role] = signs[change.action];
    const place = isVerbose && change.span !== undefined ? `  (${placeText(change.span)})` : '';
    return `  ${paint(role, sign)} ${oneLine(change.address)}  ${oneLine(remarkOf(change))}${place}\n`;
  });
  const head = `${paint('blocked', 'Partial plan')}${plan.organization === '' ? '' : ` for organization ${oneLine(plan.organization)}`}\n`;
  return `${head}${isPartialText}\n${restText}\n\n${lines.join('')}${lines.length > 0 ? '\n' : ''}Partial plan: ${summary(plan)}\n`;
}

export function partialPlanJson(plan: PartialPlan, { host }: PartialFacts): string {
  const changes = plan.changes.map(({ address, kind, action, fields, from, isProtected, span }) => ({
    ...{ address, kind, action, fields, from: from ?? null, isProtected: isProtected === true },
    source: span === undefined ? null : { file: span.file, line: span.line, column: span.column },
  }));
  return jsonText({
    ...{ schemaVersion: 1, kind: 'partial plan', isPartial: true, why: 'offline' },
    target: { host: host === '' ? null : host, organization: plan.organization === '' ? null : plan.organization },
    ...{ hasChanges: changes.length > 0, untold: plan.untold, changes },
  });
}

/** What fits into a comment of any forge. */
const mostLines = 400;

export function partialPlanMarkdown(plan: PartialPlan, origin: Origin): string {
  const lines = plan.changes
    .slice(0, mostLines)
    .map((change) => `${signs[change.action][0]} ${oneLine(change.address)}  ${oneLine(remarkOf(change))}`);
  const cut = plan.changes.length > mostLines ? [`and ${plan.changes.length - mostLines} more`] : [];
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const from = originMarkdown(origin);
  return [
    `${planMarker}\n### docform: partial plan${plan.organization === '' ? '' : ` for ${inlineCode(plan.organization)}`}\n`,
    `> [!WARNING]\n> **${isPartialText}** ${restText}\n`,
    ...(from === '' ? [] : [`${from}\n`]),
    ...(lines.length === 0 ? [] : [`${fence}diff`, ...lines, ...cut, `${fence}\n`]),
    `${summary(plan)}\n`,
  ].join('\n');
}
