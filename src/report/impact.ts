/** Effects of a plan or of drift on people: grouping, values, text and Markdown. Readers come first, and high-risk effects first of each. */
import { type Address, keyIn, topOf } from '../core/address.ts';
import { groupBy, type NonEmpty } from '../core/compare.ts';
import { present } from '../core/defined.ts';
import { type AudiencePair, type Impact, type ImpactTopic, otherInheritance, type Severity } from '../core/impact.ts';
import { type ImpactOf, impactHeadings, impactParts, isInPart } from './impact-parts.ts';
import { code, type Line, line, markdownOf, textOf } from './lines.ts';
import { packed, summarizedEffects } from './packed.ts';
import { countsText, escapeHtml, escapeMarkdown, foldedMarkdown, inlineCode, oneLine, wrapped } from './sanitize.ts';
import { someNames } from './some-names.ts';
import { valueTexts } from './values.ts';
import { count, eachText, type Painter, plain, type Role } from './words.ts';

export type Meaning = ReturnType<typeof meaningOf>;

export function meaningOf(all: readonly Impact[]) {
  const of = (severity: Severity) => all.filter((each) => each.severity === severity);
  const others = all.filter(({ severity }) => severity !== 'high-risk');
  return {
    all,
    highRisk: of('high-risk'),
    notable: of('notable'),
    info: of('info'),
    /** Effects without high risk: URLs, which formats with tables print as a table, and others. */
    rows: others.filter(isAddressRow),
    notRows: others.filter((each) => !isAddressRow(each)),
  };
}

export function highRiskLine({ highRisk }: Meaning): string | undefined {
  return highRisk.length === 0 ? undefined : `${count(highRisk.length, 'high-risk change')}.`;
}

/** `Legend: + create, ~ update, ! high-risk`: the signs that the report contains. */
export function legendText(signs: readonly string[], { highRisk, notable, info }: Meaning): string | undefined {
  const all = present(
    ...signs,
    highRisk.length > 0 && '! high-risk',
    notable.length + info.length > 0 && '* effect on people',
  );
  return all.length === 0 ? undefined : `Legend: ${all.join(', ')}`;
}

/** The texts of the high-risk effects on each address. */
export function highRiskReasons({ highRisk }: Pick<Meaning, 'highRisk'>): ReadonlyMap<Address, readonly string[]> {
  const byAddress = groupBy(highRisk, ({ address }) => address);
  return new Map([...byAddress].map(([address, own]) => [address, [...new Set(own.map(({ what }) => what))]] as const));
}

export function isAddressRow({ topic, before, after }: Impact): boolean {
  return (topic === 'address' || topic === 'shown') && (typeof before === 'string' || typeof after === 'string');
}

/** The URL of the site, below which navigation prints paths too. Otherwise the common prefix of several URLs. Empty: print whole URLs. */
function rootOf(group: readonly Impact[]): string {
  const urls = new Set(
    group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string')),
  );
  const root = group[0]?.root;
  const isBelow = (url: string) => url === root || url.startsWith(`${root}/`);
  if (root !== undefined && group.every((each) => each.root === root) && [...urls].every(isBelow)) return root;
  return urls.size < 2 ? '' : commonRoot(group);
}

/** The common prefix of all URLs, up to a whole path segment. */
export function commonRoot(group: readonly Impact[]): string {
  const addresses = group.flatMap(({ before, after }) => [before, after].filter((value) => typeof value === 'string'));
  const [first = '', ...others] = addresses;
  let root = first;
  for (const each of others)
    while (root !== '' && each !== root && !each.startsWith(`${root}/`))
      root = root.slice(0, Math.max(0, root.lastIndexOf('/')));
  return /^\w+:\/{0,2}$/.test(root) ? '' : root;
}

/** `/start` and `/`: the paths below the root; `(none)` or `(unknown)`. */
function pairBelow({ before, after }: Impact, root: string) {
  const below = (value: Impact['before']) => {
    if (typeof value === 'string') return root === '' ? value : value.slice(root.length) || '/';
    return value === undefined ? '(unknown)' : '(none)';
  };
  return { before: below(before), after: below(after) };
}

export type UrlTable = ReturnType<typeof urlTables>[number];

export function urlTables(impact: readonly Impact[]) {
  return [...groupBy(impact, ({ address, who }) => JSON.stringify([topOf(address), who])).values()].map((rows) => {
    const root = rootOf(rows);
    const removed = rows.filter(({ after }) => after === null).length;
    const added = rows.filter(({ before, after }) => before === null && after !== null).length;
    const counts = countsText(Object.entries({ changed: rows.length - removed - added, removed, new: added }));
    const who = audienceLines({ ...rows[0], details: [] }).map(textOf);
    const head = `${count(rows.length, 'URL change')}${root === '' ? '' : ` on ${root}`}: ${counts}`;
    return {
      /** `2 URL changes on https://acme.dev: 1 changed, 1 removed. Audience: anyone` */
      caption: [head, ...who].join('. '),
      rows: rows.map((row) => ({
        ...pairBelow(row, root),
        shows: [row.subject, ...row.details].join('; '),
        source: row.source === undefined ? '' : `${row.source.file}:${row.source.line}`,
        isHighRisk: row.severity === 'high-risk',
      })),
    };
  });
}

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
function alike(impact: readonly Impact[]): readonly NonEmpty<Impact>[] {
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
  const head = `${root === '' ? '' : `${oneLine(root)}: `}${rowsText(group.length, oneLine(group[0].what))}`;
  return [head, ...audienceLines({ ...group[0], details: [] }).map(textOf)].join('. ');
}

/** `2 spaces are added to Acme Docs` */
function rowsText(number: number, what: string): string {
  const spaces = count(number, 'space');
  if (what === 'URL changes') return `The URLs of ${spaces} change`;
  const [, rest] = /^the space is (.*)$/.exec(what) ?? [];
  if (rest === undefined) return `${spaces}: ${what}`;
  return `${spaces} are ${rest
    .replace('its URL stops', 'their URLs stop')
    .replace('its URL shows another space', 'their URLs show other spaces')
    .replace('its URL no longer shows it', 'their URLs no longer show them')}`;
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

export function effectLines(impact: Shown): readonly Line[] {
  const values = changedValues(impact);
  if (values === undefined) return audienceLines(impact);
  const isValue = (value: Impact['before']) => value !== undefined && value !== null;
  const before = code(values.before, isValue(impact.before) ? 'was' : 'code');
  const after = code(values.after, isValue(impact.after) ? 'is' : 'code');
  return [line`${valueName(impact)}: ${before} → ${after}`, ...audienceLines(impact)];
}

/** `audience`: undefined if the effects of a group do not share it. */
type Shown = Omit<Impact, 'audience'> & { readonly audience?: AudiencePair | undefined };

/** The fields that change who can read an object. */
const audienceFields: readonly string[] = ['visibility', 'published', 'condition'];

function affectedLabel({ on, topic, field = '', after }: Pick<Impact, 'on' | 'topic' | 'field' | 'after'>): string {
  if (on === 'people') return 'Affects';
  if (topic === 'unreadable' || (field === 'published' && after === false)) return 'Audience before';
  return audienceFields.includes(field) ? 'Audience after' : 'Audience';
}

/** `Affects: eve@acme.dev`, or `Audience: anyone`, and the details. JSON output has all names. */
export function audienceLines(impact: Shown): readonly Line[] {
  const { on, who, details, audience } = impact;
  const isSaid = audience !== undefined && on === 'readers';
  const affected = who.length === 0 || isSaid ? [] : [line`${affectedLabel(impact)}: ${someNames(who, 12)}`];
  const pair = audience === undefined ? [] : [line`Audience before: ${audience.before}; after: ${audience.after}`];
  return [...pair, ...affected, ...details.map((text) => line`${text}`)];
}

const valueNames: { readonly [T in ImpactTopic]: string } = {
  ...{ address: 'URL', removed: 'URL', shown: 'URL', opened: 'default access', restricted: 'default access' },
  ...{ role: 'role', leaves: 'role', team: 'members', sso: 'SAML provider', unreadable: 'access' },
  ...{ 'share-link': 'active', data: 'data', unknown: 'value', exposed: 'access' },
};

/** Usually the changed field. Plan files of later versions can contain other topics. */
export function valueName({ topic, field, what, after }: Pick<Impact, 'topic' | 'field' | 'what' | 'after'>): string {
  if (topic === 'sso' && typeof after === 'boolean') return 'sso';
  return what.endsWith(otherInheritance)
    ? valueNames.opened
    : (field ?? (Object.hasOwn(valueNames, topic) ? valueNames[topic] : valueNames.unknown));
}

/** Undefined if no value is known. */
export function changedValues({ before, after }: Pick<Impact, 'before' | 'after'>) {
  if (before === undefined && after === undefined) return undefined;
  const [was = '', is = ''] = valueTexts([before ?? undefined, after ?? undefined], { isShownInFull: true });
  const valueText = (value: Impact['before'], text: string) =>
    value === undefined ? '(unknown)' : value === null ? '(none)' : text;
  return { before: valueText(before, was), after: valueText(after, is) };
}

export function impactDocument({ source, ...impact }: Impact) {
  return { ...impact, source: source ?? null };
}

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
  if (form === 'whole') return impact.map((each) => lineOf(each));
  const groups = form === 'terse' ? alikeAtLarge(impact).map(atLarge) : alike(impact);
  return groups.map((group) => (group.length === 1 ? lineOf(group[0]) : groupLine(group, form)));
}

/** With the facts that all effects of the group share. */
function atLarge(group: NonEmpty<Impact>) {
  const { who, details, audience } = sharedOf(group);
  const shared = { who, audience, details: group.length === 1 ? [] : details };
  return group.map((each) => ({ ...each, ...shared })) as unknown as NonEmpty<Impact>;
}

/** `- **Handbook**: more people can read it: "visitor-auth" → "public" …` */
function lineOf(impact: Impact) {
  const { source } = impact;
  const place = source === undefined ? '' : ` · ${inlineCode(`${source.file}:${source.line}`)}`;
  return `- **${escapeMarkdown(impact.subject)}** (${inlineCode(impact.address)}): ${saysOf(impact)}${place}`;
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

function rowsLine(group: readonly Impact[], first: Impact) {
  const root = rootOf(group);
  const rows = group.map((each) => {
    const { before, after } = pairBelow(each, root);
    return markdownOf(line`${code(`${before} → ${after}`)} ${[each.subject, ...each.details].join('; ')}`);
  });
  const below = root === '' ? '' : ` on ${inlineCode(root)}`;
  const what = [line`${rowsText(group.length, first.what)}`, ...audienceLines({ ...first, details: [] })];
  return `- **${count(group.length, 'URL change')}**${below}: ${what.map(markdownOf).join('; ')}: ${rows.join(', ')}`;
}

const mostOpen = 30;

export function addressTables(impact: readonly Impact[]) {
  const tables = urlTables(impact).map(({ caption, rows }) => {
    const text = ['| Old URL | New URL | Space | Source |', '|---|---|---|---|', ...rows.map(rowMarkdown)].join('\n');
    const isOpen = rows.length <= mostOpen;
    return {
      isOpen,
      text: isOpen ? `**${escapeMarkdown(caption)}**\n\n${text}` : foldedMarkdown(escapeHtml(caption), text),
    };
  });
  const those = (open: boolean) => tables.filter(({ isOpen }) => isOpen === open).map(({ text }) => text);
  return { open: those(true), folded: those(false) };
}

function rowMarkdown({ before, after, shows, source }: UrlTable['rows'][number]) {
  return `| ${cell(before)} | ${cell(after)} | ${escapeMarkdown(shows)} | ${source === '' ? '' : cell(source)} |`;
}

/** Inline code cannot escape a pipe, which would end the cell. */
function cell(text: string) {
  return text.includes('|') ? escapeMarkdown(text).replaceAll('\\|', '&#124;') : inlineCode(text);
}
