/** Effects on readers and members, as Markdown. */
import { keyIn } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { Impact } from '../../core/impact.ts';
import { countsText, escapeMarkdown, foldedMarkdown, inlineCode } from '../wording/sanitize.ts';
import { count, eachText } from '../wording/words.ts';
import { audienceLines, effectLines } from './effect.ts';
import { alike, alikeAtLarge, rowsText, sharedOf } from './impact.ts';
import { type ImpactOf, impactHeadings, impactParts, isInPart } from './impact-parts.ts';
import { code, line, markdownOf } from './lines.ts';
import type { Meaning } from './meaning.ts';
import { packed } from './packed.ts';
import { isAddressRow, pairBelow, rootOf } from './url-tables.ts';

/** `packed`: groups of equal effects. `terse`: groups of effects whose audience or details differ. */
export type ImpactForm = 'whole' | 'packed' | 'terse';

const boxes = { 'high-risk': '> [!CAUTION]', notable: '> [!WARNING]' } as const;

/** High-risk effects are never folded or cut. If they do not fit, the comment is not whole. */
export function boxMarkdown(
  box: keyof typeof boxes,
  impact: readonly Impact[],
  form: ImpactForm,
  of: ImpactOf = 'plan',
): string {
  const lines = impactParts.flatMap((part) => {
    const own = impact.filter(isInPart(part));
    const heading = `**${impactHeadings[of][part]}${box === 'high-risk' ? ' (high-risk)' : ''}**`;
    return own.length === 0 ? [] : ['', heading, '', ...linesOf(own, form)];
  });
  const [, ...shown] = lines.map((line) => (line === '' ? '>' : `> ${line}`));
  return shown.length === 0 ? '' : [boxes[box], ...shown].join('\n');
}

export function infoMarkdown(info: readonly Impact[], form: ImpactForm): string {
  return info.length === 0 ? '' : foldedMarkdown(`Other effects (${info.length})`, linesOf(info, form).join('\n'));
}

export function otherCounts({ notable, info }: Pick<Meaning, 'notable' | 'info'>): string {
  const counts = countsText(Object.entries({ notable: notable.length, info: info.length }));
  return counts && `Effects that are not listed: ${counts}.`;
}

function linesOf(impact: readonly Impact[], form: ImpactForm) {
  if (form === 'whole') return impact.flatMap(itemOf);
  const groups = form === 'terse' ? alikeAtLarge(impact).map(atLarge) : alike(impact);
  return groups.map((group) => (group.length === 1 ? lineOf(group[0]) : groupLine(group, form)));
}

/** With the facts that all effects of the group share. */
function atLarge(group: NonEmpty<Impact>) {
  const { who, details, audience } = sharedOf(group);
  const shared = { who, audience, details: group.length === 1 ? [] : details };
  return group.map((each) => ({ ...each, ...shared })) as unknown as NonEmpty<Impact>;
}

/** With a line of its own for each fact. */
function itemOf(impact: Impact): readonly string[] {
  const head = `- ${nameOf(impact)}: ${escapeMarkdown(impact.what)}${placeOf(impact)}`;
  return [head, ...effectLines(impact).map((each) => `  - ${markdownOf(each)}`)];
}

/** `- **Handbook**: more people can read it; visibility: "visitor-auth" → "public" …` */
function lineOf(impact: Impact) {
  return `- ${nameOf(impact)}: ${saysOf(impact)}${placeOf(impact)}`;
}

function nameOf({ subject, address }: Impact) {
  return `**${escapeMarkdown(subject)}** (${inlineCode(address)})`;
}

function placeOf({ source }: Impact) {
  return source === undefined ? '' : ` · ${inlineCode(`${source.file}:${source.line}`)}`;
}

function saysOf(impact: Impact) {
  return [line`${impact.what}`, ...effectLines(impact)].map(markdownOf).join('; ');
}

function groupLine(group: NonEmpty<Impact>, form: ImpactForm) {
  const [first] = group;
  if (isAddressRow(first)) return rowsLine(group, first);
  const lists = groupBy(group, ({ address }) => address.slice(0, address.lastIndexOf('/') + 1));
  const named = [...lists].map(([list, own]) => {
    const isNamed = ({ address, subject }: Impact) => form !== 'terse' && subject !== keyIn(address);
    const items = own.map((each) => ({ key: keyIn(each.address), title: isNamed(each) ? each.subject : undefined }));
    return `in ${inlineCode(list)}: ${inlineCode(packed(items, { hasIds: false }))}`;
  });
  return `- **${count(group.length, 'object')}**${eachText(group.length)}: ${saysOf(first)}: ${named.join('; ')}`;
}

function rowsLine(group: NonEmpty<Impact>, first: Impact) {
  const root = rootOf(group);
  const rows = group.map((each) => {
    const { before, after } = pairBelow(each, root);
    return markdownOf(line`${code(`${before} → ${after}`)} ${[each.subject, ...each.details].join('; ')}`);
  });
  const below = root === '' ? '' : ` of ${inlineCode(root)}`;
  const what = [line`${rowsText(group)}`, ...audienceLines({ ...first, details: [] })];
  return `- **URLs**${below}: ${what.map(markdownOf).join('; ')}: ${rows.join(', ')}`;
}
