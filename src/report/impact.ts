/** What a plan or drift means to people, as text: readers first, then who can do what; of each the most severe first. */
import { groupBy } from '../core/group-by.ts';
import type { Impact, ImpactOn, Severity } from '../core/impact.ts';
import { oneLine } from './sanitize.ts';
import { valueTexts } from './values.ts';
import { type Painter, plain, type Role } from './words.ts';
import { wrapped } from './wrap.ts';

export const impactHeadings: { readonly [O in ImpactOn]: string } = { readers: 'Readers will notice', people: 'Who can do what' };

export const impactMarks: { readonly [S in Severity]: string } = { severe: '!', notable: '~', info: '.' };

const roles: { readonly [S in Severity]: Role } = { severe: 'bad', notable: 'update', info: 'faint' };

export interface ImpactTextOptions {
  readonly paint?: Painter;
  readonly columns?: number;
}

/** Never wider than the terminal; without one, 80 columns. */
export function impactText(impact: readonly Impact[], { paint = plain, columns = 80 }: ImpactTextOptions = {}): string {
  const blocks = (['readers', 'people'] as const).flatMap((on) => {
    const own = impact.filter((each) => each.on === on);
    if (own.length === 0) return [];
    return [[paint('heading', impactHeadings[on]), ...alike(own).flatMap((group) => groupLines(group, paint, columns))].join('\n')];
  });
  return blocks.join('\n\n');
}

/** Those of which the same is to be said, together. */
export function alike(impact: readonly Impact[]): readonly (readonly Impact[])[] {
  const groups = groupBy(impact, ({ severity, what, before, after, who, details }) =>
    JSON.stringify([severity, what, before, after, who, details, before === undefined, after === undefined]),
  );
  return [...groups.values()];
}

function groupLines(group: readonly Impact[], paint: Painter, columns: number): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const mark = paint(roles[first.severity], impactMarks[first.severity]);
  const subjects = group.map(({ subject }) => oneLine(subject)).join(', ');
  const [head = '', ...more] = wrapped(`${subjects}: ${oneLine(first.what)}${placesText(group)}`, {
    columns,
    first: '    ',
    rest: '      ',
  });
  const rest = [valuesText(first), ...first.details.map(oneLine)].filter((text) => text !== '');
  return [`  ${mark} ${head.slice(4)}`, ...more, ...rest.flatMap((text) => wrapped(text, { columns, first: '      ', rest: '        ' }))];
}

/** Where the configuration says so; of many, the first three. */
function placesText(group: readonly Impact[]): string {
  const places = [...new Set(group.flatMap(({ source }) => (source === undefined ? [] : [`${source.file}:${source.line}`])))];
  if (places.length === 0) return '';
  const more = places.length > 3 ? ', …' : '';
  return ` (${places.slice(0, 3).map(oneLine).join(', ')}${more})`;
}

/** `"visitor-auth" → "public": anybody` */
export function valuesText(impact: Impact): string {
  const pair = changedValues(impact);
  const who = impact.who.map(oneLine).join(', ');
  if (pair === undefined) return who;
  return `${pair.before} → ${pair.after}${who === '' ? '' : `: ${who}`}`;
}

/** Both whole, however long; undefined: nothing is known of either. */
export function changedValues({ before, after }: Impact): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined && after === undefined) return undefined;
  const [was = '', is = ''] = [before, after].map((value) =>
    value === undefined ? '(not known)' : value === null ? '(none)' : (valueTexts([value], { isUncut: true })[0] ?? ''),
  );
  return { before: was, after: is };
}

/** One line when there is something severe; undefined when there is not. */
export function severeCount(impact: readonly Impact[]): number {
  return impact.filter(({ severity }) => severity === 'severe').length;
}
