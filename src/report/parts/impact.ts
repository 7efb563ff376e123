/** Effects on readers and members, as text and JSON. */
import { topOf } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { Impact, Severity } from '../../core/impact.ts';
import { oneLine, wrapped } from '../wording/sanitize.ts';
import { count, eachText, type Painter, plain, type Role } from '../wording/words.ts';
import { audienceLines, effectLines, valueName } from './effect.ts';
import { type ImpactOf, impactHeadings, impactParts, isInPart } from './impact-parts.ts';
import { textOf } from './lines.ts';
import { summarizedEffects } from './packed.ts';
import { isAddressRow, pairBelow, rootOf } from './url-tables.ts';

const impactMarks: { readonly [S in Severity]: string } = { 'high-risk': '!', notable: '*', info: '*' };

const roles: { readonly [S in Severity]: Role } = { 'high-risk': 'bad', notable: 'update', info: 'faint' };

interface ImpactTextOptions {
  readonly paint?: Painter | undefined;
  readonly columns?: number | undefined;
  readonly of?: ImpactOf;
  /** One line for many people who get a role. */
  readonly isShort?: boolean;
}

/** Wrapped to the terminal, or to 80 columns. */
export function impactText(
  impact: readonly Impact[],
  { paint = plain, columns = 80, of = 'plan', isShort = false }: ImpactTextOptions = {},
): string {
  const blocks = impactParts.flatMap((part) => {
    const own = impact.filter(isInPart(part));
    if (own.length === 0) return [];
    const { texts, rest } = isShort ? summarizedEffects(own) : { texts: [], rest: own };
    const mark = `  ${paint('update', impactMarks.notable)} `;
    const lines = [
      paint('heading', impactHeadings[of][part]),
      ...alike(rest).flatMap((group) => groupLines(group, paint, columns)),
      ...texts.flatMap((text) => wrapped(oneLine(text), { columns, first: mark, rest: '      ' })),
    ];
    return [lines.join('\n')];
  });
  return blocks.join('\n\n');
}

/** Groups effects with equal text. URLs of one site only need the same change. */
export function alike(impact: readonly Impact[]): readonly NonEmpty<Impact>[] {
  return groupsBy(impact, (each) =>
    isAddressRow(each)
      ? ['address', each.severity, each.what, topOf(each.address)]
      : [...changeOf(each), each.who, each.details, each.audience],
  );
}

/** Groups effects that differ only in audiences and details. URLs stay alone. */
export function alikeAtLarge(impact: readonly Impact[]): readonly NonEmpty<Impact>[] {
  return groupsBy(impact, (each) => [...(isAddressRow(each) ? [each.address, each.topic] : []), ...changeOf(each)]);
}

function groupsBy(impact: readonly Impact[], keyOf: (impact: Impact) => readonly unknown[]) {
  return [...groupBy(impact, (each) => JSON.stringify(keyOf(each))).values()];
}

function changeOf(impact: Impact) {
  const { severity, what, before, after } = impact;
  return [severity, what, valueName(impact), before, after, before === undefined, after === undefined];
}

export function sharedOf(group: NonEmpty<Impact>) {
  const [{ who, details, audience }] = group;
  const isSame = (name: 'who' | 'audience') => new Set(group.map((each) => JSON.stringify(each[name]))).size === 1;
  return {
    audience: isSame('audience') ? audience : undefined,
    who: isSame('who') ? who : [],
    details: details.filter((text) => group.every((each) => each.details.includes(text))),
  };
}

function groupLines(group: NonEmpty<Impact>, paint: Painter, columns: number) {
  const [first] = group;
  const mark = paint(roles[first.severity], impactMarks[first.severity]);
  const isRows = isAddressRow(first) && group.length > 1;
  const [head = '', ...more] = wrapped(isRows ? rowsHead(group) : headOf(group), {
    columns,
    first: '    ',
    rest: '      ',
  });
  const rest = isRows ? group.map((each) => rowText(each, rootOf(group))) : effectLines(first).map(textOf);
  return [
    `  ${mark} ${head.slice(4)}`,
    ...more,
    ...rest
      .filter((text) => text !== '')
      .flatMap((text) => wrapped(text, { columns, first: '      ', rest: '        ' })),
  ];
}

function headOf(group: NonEmpty<Impact>) {
  const subjects = group.map(({ subject }) => oneLine(subject)).join(', ');
  return `${subjects}${eachText(group.length)}: ${oneLine(group[0].what)}${placesText(group)}`;
}

/** `https://acme.dev/docs: The URLs of 5 spaces change. Audience: anyone` */
function rowsHead(group: NonEmpty<Impact>) {
  const root = rootOf(group);
  const head = `${root === '' ? '' : `${oneLine(root)}: `}${rowsText(group)}`;
  return [head, ...audienceLines({ ...group[0], details: [] }).map(textOf)].join('. ');
}

/** `2 spaces are added to Acme Docs` */
export function rowsText(group: NonEmpty<Impact>): string {
  const [{ what, ofSeveral = `#: ${what}` }] = group;
  return oneLine(ofSeveral).replace('#', () => count(group.length, 'space'));
}

/** `/start → /  Home (docform.yaml:230)` */
function rowText(impact: Impact, root: string) {
  const details = impact.details.map(oneLine).join('; ');
  const { before, after } = pairBelow(impact, root);
  return `${oneLine(before)} → ${oneLine(after)}  ${oneLine(impact.subject)}${placesText([impact])}${details === '' ? '' : `: ${details}`}`;
}

/** Up to three positions in the configuration. */
function placesText(group: readonly Impact[]) {
  const places = [
    ...new Set(group.flatMap(({ source }) => (source === undefined ? [] : [`${source.file}:${source.line}`]))),
  ];
  if (places.length === 0) return '';
  const more = places.length > 3 ? ', …' : '';
  return ` (${places.slice(0, 3).map(oneLine).join(', ')}${more})`;
}

export function impactDocument({ source, ...impact }: Impact) {
  return { ...impact, source: source ?? null };
}
