/** Effects on readers and members as blocks: lists for terminals, and boxes for comments. */
import { keyIn } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { Impact, Severity } from '../../core/impact.ts';
import {
  type BlockOf,
  code,
  type Item,
  joined,
  type Line,
  type List,
  line,
  literal,
  painted,
  paragraph,
  strong,
} from '../blocks/block.ts';
import { countsText } from '../wording/sanitize.ts';
import { count, eachText, type Role } from '../wording/words.ts';
import { audienceLines, effectLines } from './effect.ts';
import { alike, alikeAtLarge, rowsText, sharedOf } from './impact.ts';
import { type ImpactOf, impactHeadings, impactParts, isInPart } from './impact-parts.ts';
import type { Meaning } from './meaning.ts';
import { packed, summarizedEffects } from './packed.ts';
import { isAddressRow, pairBelow, rootOf } from './url-tables.ts';

interface ListOptions {
  readonly of?: ImpactOf;
  /** One line for many people who get a role. */
  readonly isShort?: boolean;
}

const signs: { readonly [S in Severity]: readonly [symbol: string, role: Role] } = {
  'high-risk': ['!', 'bad'],
  notable: ['*', 'update'],
  info: ['*', 'faint'],
};

export function effectLists(
  impact: readonly Impact[],
  { of = 'plan', isShort = false }: ListOptions = {},
): readonly List[] {
  return listsOf(impact, (own, part) => {
    const { texts, rest } = isShort ? summarizedEffects(own) : { texts: [], rest: own };
    const [symbol, role] = signs.notable;
    return {
      heading: painted('heading', literal(impactHeadings[of][part])),
      items: [...alike(rest).map(groupItem), ...texts.map((text) => ({ symbol, role, head: code(text, 'data') }))],
    };
  });
}

function listsOf(
  impact: readonly Impact[],
  listOf: (own: readonly Impact[], part: (typeof impactParts)[number]) => Pick<List, 'heading' | 'items'>,
): readonly List[] {
  return impactParts.flatMap((part) => {
    const own = impact.filter(isInPart(part));
    return own.length === 0 ? [] : [{ is: 'list', of: part, isProse: true, ...listOf(own, part) }];
  });
}

/** Equal effects in one item, and URLs of one site as its lines. */
function groupItem(group: NonEmpty<Impact>): Item {
  const [first] = group;
  const [symbol, role] = signs[first.severity];
  if (isAddressRow(first) && group.length > 1) {
    const root = rootOf(group);
    return { symbol, role, head: rowsHead(group, root), lines: group.map((each) => rowLine(each, root)) };
  }
  const subjects = joined(
    group.map(({ subject }) => code(subject, 'data')),
    ', ',
  );
  const head = line`${subjects}${literal(eachText(group.length))}: ${first.what}${placesLine(group)}`;
  return { symbol, role, head, lines: effectLines(first) };
}

/** `https://acme.dev/docs: The URLs of 5 spaces change. Audience: anyone` */
function rowsHead(group: NonEmpty<Impact>, root: string) {
  const head = line`${root === '' ? '' : line`${root}: `}${rowsText(group)}`;
  return joined([head, ...audienceLines({ ...group[0], details: [] })], '. ');
}

/** `/start → /  Home (docform.yaml:230)` */
function rowLine(impact: Impact, root: string): Line {
  const { before, after } = pairBelow(impact, root);
  const details = joined(
    impact.details.map((text) => code(text, 'data')),
    '; ',
  );
  return line`${before} → ${after}  ${impact.subject}${placesLine([impact])}${details.length === 0 ? '' : line`: ${details}`}`;
}

/** Up to three positions in the configuration. */
function placesLine(group: readonly Impact[]): Line {
  const places = [
    ...new Set(group.flatMap(({ source }) => (source === undefined ? [] : [`${source.file}:${source.line}`]))),
  ];
  if (places.length === 0) return [];
  const shown = joined(
    places.slice(0, 3).map((place) => code(place, 'data')),
    ', ',
  );
  return line` (${shown}${literal(places.length > 3 ? ', …' : '')})`;
}

/** `packed`: groups of equal effects. `terse`: groups of effects whose audience or details differ. */
export type ImpactForm = 'whole' | 'packed' | 'terse';

/** High-risk effects are never folded or cut. If they do not fit, the comment is not whole. */
export function effectBox(
  tone: BlockOf<'box'>['tone'],
  impact: readonly Impact[],
  form: ImpactForm,
  of: ImpactOf = 'plan',
): readonly BlockOf<'box'>[] {
  const mark = tone === 'high-risk' ? ' (high-risk)' : '';
  const blocks = listsOf(impact, (own, part) => ({
    heading: literal(`${impactHeadings[of][part]}${mark}`),
    items: itemsOf(own, form),
  }));
  return blocks.length === 0 ? [] : [{ is: 'box', tone, blocks }];
}

export function otherEffects(info: readonly Impact[], form: ImpactForm): readonly BlockOf<'fold'>[] {
  if (info.length === 0) return [];
  const list: List = { is: 'list', of: 'info', items: itemsOf(info, form), isProse: true };
  return [{ is: 'fold', summary: `Other effects (${info.length})`, blocks: [list] }];
}

export function otherCounts({ notable, info }: Pick<Meaning, 'notable' | 'info'>): readonly BlockOf<'paragraph'>[] {
  const counts = countsText(Object.entries({ notable: notable.length, info: info.length }));
  return counts === '' ? [] : [paragraph(literal(`Effects that are not listed: ${counts}.`))];
}

function itemsOf(impact: readonly Impact[], form: ImpactForm): readonly Item[] {
  if (form === 'whole') return impact.map(wholeItem);
  const groups = form === 'terse' ? alikeAtLarge(impact).map(atLarge) : alike(impact);
  return groups.map((group) => ({ head: group.length === 1 ? oneHead(group[0]) : groupHead(group, form) }));
}

/** With the facts that all effects of the group share. */
function atLarge(group: NonEmpty<Impact>) {
  const { who, details, audience } = sharedOf(group);
  const shared = { who, audience, details: group.length === 1 ? [] : details };
  return group.map((each) => ({ ...each, ...shared })) as unknown as NonEmpty<Impact>;
}

/** With a line of its own for each fact. */
function wholeItem(impact: Impact): Item {
  return { head: line`${nameOf(impact)}: ${impact.what}${placeOf(impact)}`, lines: effectLines(impact) };
}

/** `- **Handbook**: more people can read it; visibility: "visitor-auth" → "public" …` */
function oneHead(impact: Impact) {
  return line`${nameOf(impact)}: ${saysOf(impact)}${placeOf(impact)}`;
}

function nameOf({ subject, address }: Impact) {
  return line`${strong(code(subject, 'data'))} (${code(address)})`;
}

function placeOf({ source }: Impact) {
  return source === undefined ? [] : line` · ${code(`${source.file}:${source.line}`)}`;
}

function saysOf(impact: Impact) {
  return joined([line`${impact.what}`, ...effectLines(impact)], '; ');
}

function groupHead(group: NonEmpty<Impact>, form: ImpactForm) {
  const [first] = group;
  if (isAddressRow(first)) return rowsInOne(group, first);
  const lists = groupBy(group, ({ address }) => address.slice(0, address.lastIndexOf('/') + 1));
  const named = [...lists].map(([list, own]) => {
    const isNamed = ({ address, subject }: Impact) => form !== 'terse' && subject !== keyIn(address);
    const items = own.map((each) => ({ key: keyIn(each.address), title: isNamed(each) ? each.subject : undefined }));
    return line`in ${code(list)}: ${code(packed(items, { hasIds: false }))}`;
  });
  const number = strong(literal(count(group.length, 'object')));
  return line`${number}${literal(eachText(group.length))}: ${saysOf(first)}: ${joined(named, '; ')}`;
}

function rowsInOne(group: NonEmpty<Impact>, first: Impact) {
  const root = rootOf(group);
  const rows = group.map((each) => {
    const { before, after } = pairBelow(each, root);
    return line`${code(`${before} → ${after}`)} ${[each.subject, ...each.details].join('; ')}`;
  });
  const below = root === '' ? [] : line` of ${code(root)}`;
  const what = joined([line`${rowsText(group)}`, ...audienceLines({ ...first, details: [] })], '; ');
  return line`${strong(literal('URLs'))}${below}: ${what}: ${joined(rows, ', ')}`;
}
