/** What a plan or drift means to people: which facts are told together, with whom and which values; and as text, readers first, of each the most high-risk first. */
import { type Address, keyIn, topOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { type Impact, type ImpactOn, onWhom, type Severity } from '../core/impact.ts';
import { type FieldChange, openingFields } from '../plan/change.ts';
import { oneLine } from './sanitize.ts';
import { valueTexts } from './values.ts';
import { count, type Painter, plain, type Role, someNames } from './words.ts';
import { wrapped } from './wrap.ts';

/** What it means, by how much it weighs; a plan and drift tell it alike. */
export interface Meaning {
  readonly all: readonly Impact[];
  readonly highRisk: readonly Impact[];
  readonly notable: readonly Impact[];
  readonly info: readonly Impact[];
  /** Of what is not high-risk: addresses, which stand in tables where there are any, and the rest. */
  readonly rows: readonly Impact[];
  readonly notRows: readonly Impact[];
}

export function meaningOf(all: readonly Impact[]): Meaning {
  const by = groupBy(all, ({ severity }) => severity);
  const {
    'high-risk': highRisk = [],
    notable = [],
    info = [],
  } = Object.fromEntries(by) as { readonly [S in Severity]?: readonly Impact[] };
  const others = all.filter(({ severity }) => severity !== 'high-risk');
  return {
    all,
    highRisk,
    notable,
    info,
    rows: others.filter(isAddressRow),
    notRows: others.filter((each) => !isAddressRow(each)),
  };
}

/** How many consequences are high-risk, of a plan as of drift; undefined: none. */
export function highRiskLine({ highRisk }: Meaning): string | undefined {
  return highRisk.length === 0 ? undefined : `High-risk: ${count(highRisk.length, 'consequence')}, told first.`;
}

/** Something of which single fields may open more than before: a change of a plan, or an entry of drift. */
interface Opening {
  readonly address: Address;
  readonly fields?: readonly (Pick<FieldChange, 'field' | 'highRisk' | 'span'> & {
    readonly before?: unknown;
    readonly after?: unknown;
  })[];
}

interface Opened {
  /** All consequences, and one for each opened field that no consequence mentions: older plans have no consequences. */
  readonly impact: readonly Impact[];
  /** Of a high-risk consequence: what the change opens beside that, in its own words. */
  readonly beside: ReadonlyMap<Impact, readonly string[]>;
}

export function openedIn<C extends Opening>(
  { impact, changes }: { readonly impact: readonly Impact[]; readonly changes: readonly C[] },
  subjectOf: (change: C) => string | undefined,
): Opened {
  const highRisk = groupBy(
    impact.filter(({ severity }) => severity === 'high-risk'),
    ({ address }) => address,
  );
  const untold: Impact[] = [];
  const beside = new Map<Impact, readonly string[]>();
  for (const change of changes) {
    const own = highRisk.get(change.address) ?? [];
    for (const opening of openingFields(change)) {
      const telling = own.find(({ field }) => field === opening.field) ?? own.find(({ field }) => field === undefined);
      if (telling === undefined) untold.push(openingOf(change.address, subjectOf(change), opening));
      else if (!telling.what.startsWith(opening.highRisk))
        beside.set(telling, [...(beside.get(telling) ?? []), opening.highRisk]);
    }
  }
  return { impact: untold.length === 0 ? impact : [...untold, ...impact], beside };
}

type OpeningField = NonNullable<Opening['fields']>[number] & { readonly highRisk: string };

function openingOf(
  address: Address,
  subject: string | undefined,
  { field, highRisk: what, span, ...values }: OpeningField,
): Impact {
  const { before, after } = values as Pick<FieldChange, 'before' | 'after'>;
  return {
    ...{
      on: onWhom(address),
      topic: 'opened',
      severity: 'high-risk',
      address,
      field,
      subject: subject ?? keyIn(address),
      what,
    },
    ...{ before: before ?? null, after: after ?? null, who: [], details: [] },
    ...(span === undefined ? {} : { source: span }),
  };
}

/** Rows of one site that say the same: told together. */
export function isAddressRow({ topic, before, after }: Impact): boolean {
  return (topic === 'address' || topic === 'shown') && (typeof before === 'string' || typeof after === 'string');
}

/** What stands before all of these addresses, to the last whole part. */
export function commonRoot(group: readonly Impact[]): string {
  const addresses = group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string'));
  const [first = '', ...others] = addresses;
  let root = first;
  for (const each of others)
    while (root !== '' && each !== root && !each.startsWith(`${root}/`))
      root = root.slice(0, Math.max(0, root.lastIndexOf('/')));
  return /^\w+:\/{0,2}$/.test(root) ? '' : root;
}

/** `/start → /`: below the root; `(ends)`, `(new)`, or `(not known)`. */
export function addressPair(impact: Impact, root: string): string {
  const { before, after } = pairBelow(impact, root);
  return `${before} → ${after}`;
}

/** Both apart. */
export function pairBelow(
  { before, after }: Impact,
  root: string,
): { readonly before: string; readonly after: string } {
  return { before: pathBelow(before, root, '(new)'), after: pathBelow(after, root, '(ends)') };
}

/** Below what they have in common: `/` for itself. */
export function pathBelow(value: Impact['before'], root: string, none: string): string {
  if (value === undefined) return '(not known)';
  if (typeof value !== 'string') return none;
  return root === '' ? value : value.slice(root.length) || '/';
}

/** `drift`: it has happened. */
export type ImpactOf = 'plan' | 'drift';

export const impactHeadings: { readonly [W in ImpactOf]: { readonly [O in ImpactOn]: string } } = {
  plan: { readers: 'Readers will notice', people: 'Who can do what' },
  drift: { readers: 'Readers notice', people: 'Who can do what' },
};

const impactMarks: { readonly [S in Severity]: string } = { 'high-risk': '!', notable: '~', info: '.' };

const roles: { readonly [S in Severity]: Role } = { 'high-risk': 'bad', notable: 'update', info: 'faint' };

export interface ImpactTextOptions {
  readonly paint?: Painter;
  readonly columns?: number;
  readonly of?: ImpactOf;
}

/** Never wider than the terminal; without one, 80 columns. */
export function impactText(
  impact: readonly Impact[],
  { paint = plain, columns = 80, of = 'plan' }: ImpactTextOptions = {},
): string {
  const blocks = (['readers', 'people'] as const).flatMap((on) => {
    const own = impact.filter((each) => each.on === on);
    if (own.length === 0) return [];
    return [
      [
        paint('heading', impactHeadings[of][on]),
        ...alike(own).flatMap((group) => groupLines(group, paint, columns)),
      ].join('\n'),
    ];
  });
  return blocks.join('\n\n');
}

/** Those of which the same is to be said, together; of one site's addresses only what becomes of them. */
export function alike(impact: readonly Impact[]): readonly (readonly Impact[])[] {
  const groups = groupBy(impact, (each) => {
    const { severity, what, before, after, who, details } = each;
    if (isAddressRow(each)) return JSON.stringify(['address', severity, what, topOf(each.address)]);
    return JSON.stringify([severity, what, before, after, who, details, before === undefined, after === undefined]);
  });
  return [...groups.values()];
}

/** Those that say the same but for who notices and what else follows; addresses each by itself. */
export function alikeAtLarge(impact: readonly Impact[]): readonly (readonly Impact[])[] {
  const groups = groupBy(impact, (each) => {
    const { severity, what, before, after, address, topic } = each;
    const same = [severity, what, before, after, before === undefined, after === undefined];
    return JSON.stringify(isAddressRow(each) ? [address, topic, ...same] : same);
  });
  return [...groups.values()];
}

/** Who notices, and what else follows, as far as it is the same for all of them. */
export function sharedOf(group: readonly Impact[]): Pick<Impact, 'who' | 'details'> {
  const [first] = group;
  const isSame = new Set(group.map(({ who }) => JSON.stringify(who))).size === 1;
  return {
    who: isSame ? (first?.who ?? []) : [],
    details: first?.details.filter((text) => group.every(({ details }) => details.includes(text))) ?? [],
  };
}

function groupLines(group: readonly Impact[], paint: Painter, columns: number): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const mark = paint(roles[first.severity], impactMarks[first.severity]);
  const isRows = isAddressRow(first) && group.length > 1;
  const [head = '', ...more] = wrapped(isRows ? rowsHead(group) : headOf(group), {
    columns,
    first: '    ',
    rest: '      ',
  });
  const rest = isRows
    ? group.map((each) => rowText(each, commonRoot(group)))
    : [valuesText(first), ...first.details.map(oneLine)];
  return [
    `  ${mark} ${head.slice(4)}`,
    ...more,
    ...rest
      .filter((text) => text !== '')
      .flatMap((text) => wrapped(text, { columns, first: '      ', rest: '        ' })),
  ];
}

function headOf(group: readonly Impact[]): string {
  const subjects = group.map(({ subject }) => oneLine(subject)).join(', ');
  return `${subjects}: ${oneLine(group[0]?.what ?? '')}${placesText(group)}`;
}

/** `https://acme.dev/docs, 5 spaces: its address moves: anybody` */
function rowsHead(group: readonly Impact[]): string {
  const root = commonRoot(group);
  const { what = '', who = [] } = group[0] ?? {};
  return `${root === '' ? '' : `${oneLine(root)}, `}${count(group.length, 'space')}: ${oneLine(what)}: ${whoText({ who })}`;
}

/** `/start → /  Home (docform.yaml:230)` */
function rowText(impact: Impact, root: string): string {
  const details = impact.details.map(oneLine).join('; ');
  return `${oneLine(addressPair(impact, root))}  ${oneLine(impact.subject)}${placesText([impact])}${details === '' ? '' : `: ${details}`}`;
}

/** Where the configuration says so; of many, the first three. */
function placesText(group: readonly Impact[]): string {
  const places = [
    ...new Set(group.flatMap(({ source }) => (source === undefined ? [] : [`${source.file}:${source.line}`]))),
  ];
  if (places.length === 0) return '';
  const more = places.length > 3 ? ', …' : '';
  return ` (${places.slice(0, 3).map(oneLine).join(', ')}${more})`;
}

/** `"visitor-auth" → "public": anybody` */
export function valuesText(impact: Impact): string {
  const pair = changedValues(impact);
  const who = whoText(impact);
  if (pair === undefined) return who;
  return `${pair.before} → ${pair.after}${who === '' ? '' : `: ${who}`}`;
}

/** People by name as far as there are not too many; the document for machines has all of them. */
export function whoText({ who }: Pick<Impact, 'who'>): string {
  return someNames(who, 12);
}

/** Both whole, however long, and told apart; undefined: nothing is known of either. */
export function changedValues({
  before,
  after,
}: Impact): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined && after === undefined) return undefined;
  const [was = '', is = ''] = valueTexts([before ?? undefined, after ?? undefined], { isShownInFull: true });
  const told = (value: Impact['before'], text: string) =>
    value === undefined ? '(not known)' : value === null ? '(none)' : text;
  return { before: told(before, was), after: told(after, is) };
}
