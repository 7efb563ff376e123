/** What a plan or drift means to people, as Markdown: the severe in a box of its own, one by one or alike ones together. */
import type { Impact, Severity } from '../core/impact.ts';
import { alike, changedValues, type ImpactOf, impactHeadings, whoText } from './impact.ts';
import { addressPair, commonRoot, isAddressRow } from './impact-addresses.ts';
import { packed } from './packed.ts';
import { escapeMarkdown, inlineCode } from './sanitize.ts';
import { count } from './words.ts';

/** `packed`: those alike together, with their addresses in little room. */
export type ImpactForm = 'whole' | 'packed';

const boxes: { readonly [S in 'severe' | 'notable']: string } = { severe: '> [!CAUTION]', notable: '> [!WARNING]' };

/** Never folded, and never cut: where it has no room, the comment is not whole. */
export function severeMarkdown(impact: readonly Impact[], form: ImpactForm, of: ImpactOf = 'plan'): string {
  return boxMarkdown(impact, 'severe', form, of);
}

/** What people notice beside that, the rest folded. */
export function otherMarkdown(impact: readonly Impact[], form: ImpactForm, of: ImpactOf = 'plan'): string {
  const info = impact.filter(({ severity }) => severity === 'info');
  const folded =
    info.length === 0 ? '' : `<details><summary>Good to know (${info.length})</summary>\n\n${linesOf(info, form).join('\n')}\n\n</details>`;
  return [boxMarkdown(impact, 'notable', form, of), folded].filter((part) => part !== '').join('\n\n');
}

/** Of what there is no room for: how much. */
export function otherCounts(impact: readonly Impact[]): string {
  const parts = (['notable', 'info'] as const satisfies readonly Severity[]).flatMap((severity) => {
    const number = impact.filter((each) => each.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}`];
  });
  return parts.length === 0 ? '' : `What people will notice beside that is not listed: ${parts.join(', ')}.`;
}

function boxMarkdown(impact: readonly Impact[], severity: 'severe' | 'notable', form: ImpactForm, of: ImpactOf): string {
  const blocks = (['readers', 'people'] as const).flatMap((on) => {
    const own = impact.filter((each) => each.on === on && each.severity === severity);
    return own.length === 0 ? [] : [[`**${impactHeadings[of][on]}**`, '', ...linesOf(own, form)]];
  });
  if (blocks.length === 0) return '';
  const lines = blocks.flatMap((block, at) => (at === 0 ? block : ['', ...block]));
  return [boxes[severity], ...lines.map((line) => (line === '' ? '>' : `> ${line}`))].join('\n');
}

function linesOf(impact: readonly Impact[], form: ImpactForm): readonly string[] {
  if (form === 'whole') return impact.map((each) => lineOf(each));
  return alike(impact).map((group) => (group.length === 1 && group[0] !== undefined ? lineOf(group[0]) : groupLine(group)));
}

/** `- **Handbook**: more people can read it: "visitor-auth" → "public" …` */
function lineOf(impact: Impact): string {
  const { source } = impact;
  const place = source === undefined ? '' : ` · ${inlineCode(`${source.file}:${source.line}`)}`;
  return `- **${escapeMarkdown(impact.subject)}** (${inlineCode(impact.address)}): ${saysOf(impact)}${place}`;
}

function saysOf(impact: Impact): string {
  const values = changedValues(impact);
  const pair = values === undefined ? '' : `: ${inlineCode(values.before)} → ${inlineCode(values.after)}`;
  const more = [whoText(impact), ...impact.details].filter((text) => text !== '').map(escapeMarkdown);
  return [`${escapeMarkdown(impact.what)}${pair}`, ...more].join('; ');
}

function groupLine(group: readonly Impact[]): string {
  const [first] = group;
  if (first === undefined) return '';
  if (isAddressRow(first)) return rowsLine(group, first);
  const lists = new Map<string, { readonly key: string; readonly title: string }[]>();
  for (const { address, subject } of group) {
    const at = address.lastIndexOf('/') + 1;
    const items = lists.get(address.slice(0, at)) ?? [];
    items.push({ key: address.slice(at), title: subject });
    lists.set(address.slice(0, at), items);
  }
  const named = [...lists].map(([list, items]) => `in ${inlineCode(list)}: ${inlineCode(packed(items, { hasIds: false }))}`);
  return `- **${count(group.length, 'time')}**: ${saysOf(first)}: ${named.join('; ')}`;
}

/** Each with what becomes of it: no two have the same address. */
function rowsLine(group: readonly Impact[], first: Impact): string {
  const root = commonRoot(group);
  const rows = group.map((each) => `${inlineCode(addressPair(each, root))} ${escapeMarkdown([each.subject, ...each.details].join('; '))}`);
  const below = root === '' ? '' : ` below ${inlineCode(root)}`;
  return `- **${count(group.length, 'address', 'addresses')}**${below}: ${escapeMarkdown(first.what)}; ${escapeMarkdown(whoText(first))}: ${rows.join(', ')}`;
}
