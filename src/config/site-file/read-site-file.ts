/** Reads a site-structure file: reports wrong shapes and duplicates, and collects unknown keys. */

import { withoutUndefined } from '../../core/defined.ts';
import { fileStart, type SourceSpan } from '../../core/problem.ts';
import { defaultLimits } from '../files/file-reader.ts';
import { createProblemList, didYouMean, type ProblemList } from '../problem-list.ts';
import { type ConfigurationNode, describeNode, entryOf, isNull, type MapEntry, type MapNode } from '../yaml/node.ts';
import { parseFile } from '../yaml/parse.ts';

interface Located<V> {
  value: V;
  span: SourceSpan;
}

const itemTypes = ['section-group', 'section', 'space', 'external-link'] as const;
export type ItemType = (typeof itemTypes)[number];

const textNames = ['title', 'path', 'icon', 'description', 'condition', 'url'] as const;
const flagNames = ['default', 'hidden', 'draft'] as const;
export interface SiteItem {
  readonly type: ItemType;
  /** The key in the file, which stays the same when title and path change. */
  readonly key: Located<string>;
  readonly texts: { readonly [name in (typeof textNames)[number]]?: Located<string> };
  readonly flags: { readonly [name in (typeof flagNames)[number]]?: SourceSpan };
  /** Language of the content. */
  readonly language?: Located<string>;
  /** Directory of the content. */
  readonly directory?: Located<string>;
  readonly children: readonly SiteItem[];
  /** Unknown keys such as `content.directory`. */
  readonly further: readonly Located<string>[];
}

export function withChildren(item: SiteItem): readonly SiteItem[] {
  return [item, ...item.children.flatMap(withChildren)];
}

export function plainPath(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$/g, '');
}

export interface SiteFile {
  /** Position for reports about a missing title. */
  readonly span: SourceSpan;
  readonly title?: Located<string>;
  readonly structure: readonly SiteItem[];
  readonly others: readonly (Located<string> & { readonly key?: string })[];
  readonly further: readonly Located<string>[];
}

interface Reading {
  report: ReportProblem;
  suggest: ProblemList['suggest'];
  others: SiteFile['others'][number][];
}

/** `siteFile` is undefined if there are problems. */
export function readSiteFile(file: string, text: string) {
  const problems = createProblemList();
  const map = isOfMarkdown(file, problems) ? undefined : parseFile(file, text, problems, defaultLimits);
  const siteFile = map && siteFileIn(map, problems);
  const found = problems.sorted([file]);
  return { siteFile: found.length === 0 ? siteFile : undefined, problems: found };
}

function isOfMarkdown(file: string, problems: ProblemList) {
  if (!/\.(?:md|markdown)$/i.test(file)) return false;
  const message = 'a Markdown file is not a site-structure file';
  problems.add('E-SITE-FILE-SHAPE', fileStart(file), { message, hint: usualFiles });
  return true;
}

/** The parsed file. Returns undefined after a problem. */
export function siteFileIn(map: MapNode, problems: ProblemList): SiteFile | undefined {
  const before = problems.count();
  const siteFile = siteIn({ report: problems.add, suggest: problems.suggest, others: [] }, map);
  if (siteFile !== undefined) reportTwice(problems.add, siteFile);
  return problems.count() === before ? siteFile : undefined;
}

function siteIn(reading: Reading, map: MapNode): SiteFile | undefined {
  const { report } = reading;
  const site = entryOf(map, 'site');
  if (site === undefined) {
    reportNoSite(report, map);
    return undefined;
  }
  const node = mapIn(report, site.value, 'site');
  if (node === undefined) return undefined;
  const structure = entryOf(node, 'structure');
  if (structure === undefined) report('E-SITE-FILE-SHAPE', site.keySpan, { message: 'the site has no `structure`' });
  const title = entryOf(node, 'title');
  const titleText = title && textIn(report, title, 'the title of the site');
  const items = structure === undefined ? [] : itemsOf(reading, structure.value, undefined);
  reportMixture(report, items);
  const version = entryOf(map, 'version')?.value;
  const isKnownVersion = version === undefined || (version.is === 'scalar' && version.value === 1);
  const further = [
    ...furtherIn(map, ['$schema', 'site', ...(isKnownVersion ? ['version'] : [])]),
    ...furtherIn(node, ['title', 'structure']).map((each) => ({ ...each, value: `site.${each.value}` })),
  ];
  return withoutUndefined({ span: site.keySpan, structure: items, others: reading.others, further, title: titleText });
}

const usualFiles = 'use gitbook-docs.yaml or docs.yaml; `.gitbook.yaml` and SUMMARY.md describe a space, not a site';

/** A list named `structure` is the structure of a site; a map is part of `.gitbook.yaml`. */
function reportNoSite(report: ReportProblem, map: MapNode) {
  const structure = entryOf(map, 'structure');
  const isOfSite = structure?.value.is === 'list';
  const hint = isOfSite ? 'indent `structure`, and move it below `site:`, next to the title' : usualFiles;
  const span = isOfSite ? structure.keySpan : map.span;
  report('E-SITE-FILE-SHAPE', span, { message: 'not a site-structure file: `site` is missing', hint });
}

const allowed: { [T in ItemType | 'site']: readonly ItemType[] } = {
  site: itemTypes,
  'section-group': ['section', 'section-group', 'external-link'],
  section: ['space'],
  space: [],
  'external-link': [],
};

function itemsOf(reading: Reading, node: ConfigurationNode, container: ItemType | undefined): readonly SiteItem[] {
  const name = container === undefined ? '`site.structure`' : 'children';
  return itemsIn(reading.report, node, name).flatMap((each) => itemOf(reading, each, container) ?? []);
}

function itemOf(reading: Reading, node: ConfigurationNode, container: ItemType | undefined): SiteItem | undefined {
  const { report } = reading;
  const map = mapIn(report, node, 'an item of the structure');
  const type = map && typeOf(reading, map);
  if (map === undefined || type === undefined) return undefined;
  const where = container ?? 'site';
  if (!allowed[where].includes(type.value)) {
    const hint =
      allowed[where].length === 0 ? `${oneItem(where)} cannot contain items` : `allowed: ${allowed[where].join(', ')}`;
    report('E-SITE-FILE-ITEM', type.span, { message: `${oneItem(type.value)} cannot be in ${oneItem(where)}`, hint });
    return undefined;
  }
  const children = entryOf(map, 'children');
  const inner = children === undefined ? [] : itemsOf(reading, children.value, type.value);
  const texts = textsIn(report, map);
  if (type.value === 'section-group' && texts.title === undefined)
    report('E-SITE-FILE-SHAPE', type.span, { message: 'a section-group needs a title' });
  if (type.value === 'external-link' && (texts.title === undefined || texts.url === undefined))
    report('E-SITE-FILE-SHAPE', type.span, { message: 'an external-link needs a title and a url' });
  const key = keyOf(report, map);
  const further = furtherIn(map, ['type', 'key', 'children', ...textNames, ...flagNames], ['content']);
  if (key === undefined) return undefined;
  const language = contentIn(map, 'language');
  const directory = contentIn(map, 'directory');
  return {
    type: type.value,
    key,
    texts,
    flags: flagsIn(report, map),
    children: inner,
    ...withoutUndefined({ language, directory }),
    further: language === undefined ? further : further.filter(({ value }) => value !== 'content.language'),
  };
}

/** `an external-link` */
export function oneItem(type: ItemType | 'site'): string {
  return `${type === 'external-link' ? 'an' : 'a'} ${type}`;
}

function contentIn(map: MapNode, name: string): Located<string> | undefined {
  const content = entryOf(map, 'content')?.value;
  const entry = content?.is === 'map' ? entryOf(content, name) : undefined;
  if (entry?.value.is !== 'scalar' || typeof entry.value.value !== 'string') return undefined;
  return { value: entry.value.value, span: entry.keySpan };
}

function typeOf({ report, suggest, others }: Reading, map: MapNode): Located<ItemType> | undefined {
  const entry = entryOf(map, 'type');
  if (entry === undefined) {
    report('E-SITE-FILE-ITEM', map.span, {
      message: 'an item has no `type`',
      hint: `allowed: ${itemTypes.join(', ')}`,
    });
    return undefined;
  }
  const text = textIn(report, entry);
  const known = itemTypes.find((type) => type === text?.value);
  if (text === undefined) return undefined;
  if (known !== undefined) return { value: known, span: text.span };
  const near = didYouMean(suggest(text.value, itemTypes));
  const key = entryOf(map, 'key')?.value;
  // Unknown types are collected, but typing errors are reported.
  if (near === undefined)
    others.push({ ...text, ...(key?.is === 'scalar' && key.value !== null ? { key: String(key.value) } : {}) });
  else report('E-SITE-FILE-ITEM', text.span, { message: `unknown type "${text.value}"`, hint: near });
  return undefined;
}

function keyOf(report: ReportProblem, map: MapNode): Located<string> | undefined {
  const entry = entryOf(map, 'key');
  const text = entry && textIn(report, entry);
  const isMissing =
    entry === undefined || (text === undefined && entry.value.is === 'scalar' && entry.value.source === '');
  if (isMissing) report('E-SITE-FILE-SHAPE', entry?.keySpan ?? map.span, { message: 'an item needs a `key`' });
  return text;
}

/** A site is either flat or has sections. */
function reportMixture(report: ReportProblem, all: readonly SiteItem[]) {
  const items = all.filter(({ type }) => type !== 'external-link');
  const [first] = items;
  const other = items.find((item) => (item.type === 'space') !== (first?.type === 'space'));
  if (first === undefined || other === undefined) return;
  report('E-SITE-FILE-ITEM', other.key.span, {
    message: 'a site has either sections and groups, or spaces at its root',
    label: `a ${other.type} next to a ${first.type}`,
    hint: 'move every space into a section',
    related: [{ message: 'the first item', span: first.key.span }],
  });
}

type ReportProblem = ProblemList['add'];

function mapIn(report: ReportProblem, node: ConfigurationNode, name: string) {
  if (node.is === 'map') return node;
  wrongShape(report, node, `${name} must be a map`);
  return undefined;
}

function itemsIn(report: ReportProblem, node: ConfigurationNode, name: string) {
  if (node.is === 'list') return node.items;
  wrongShape(report, node, `${name} must be a list`);
  return [];
}

/** undefined: missing, empty, or already reported. */
function textIn(report: ReportProblem, entry: MapEntry, name = entry.key): Located<string> | undefined {
  const { value } = entry;
  if (isNull(value)) return undefined;
  if (value.is === 'scalar' && typeof value.value === 'string')
    return value.value.trim() === '' ? undefined : { value: value.value, span: value.span };
  const hint = value.is === 'scalar' ? `put it in quotes: "${value.source}"` : undefined;
  wrongShape(report, value, `${name} must be text`, hint);
  return undefined;
}

function textsIn(report: ReportProblem, { entries }: MapNode): SiteItem['texts'] {
  const found = entries.filter(({ key }) => (textNames as readonly string[]).includes(key));
  return Object.fromEntries(
    found.flatMap((entry) => [textIn(report, entry)].flatMap((text) => (text ? [[entry.key, text]] : []))),
  );
}

function flagsIn(report: ReportProblem, { entries }: MapNode): SiteItem['flags'] {
  const found = entries.filter(({ key }) => (flagNames as readonly string[]).includes(key));
  return Object.fromEntries(found.flatMap((entry) => (isTrue(report, entry) ? [[entry.key, entry.keySpan]] : [])));
}

function isTrue(report: ReportProblem, { key, value }: MapEntry) {
  if (isNull(value)) return false;
  if (value.is === 'scalar' && typeof value.value === 'boolean') return value.value;
  wrongShape(report, value, `${key} must be \`true\` or \`false\``);
  return false;
}

function furtherIn(
  { entries }: MapNode,
  known: readonly string[],
  opened: readonly string[] = [],
): readonly Located<string>[] {
  return entries.flatMap(({ key, keySpan, value }) => {
    if (known.includes(key) || isNull(value)) return [];
    if (!opened.includes(key) || value.is !== 'map') return [{ value: key, span: keySpan }];
    return furtherIn(value, []).map((inner) => ({ ...inner, value: `${key}.${inner.value}` }));
  });
}

/** A lost node is already reported. */
function wrongShape(report: ReportProblem, node: ConfigurationNode, message: string, hint?: string) {
  if (node.is === 'lost') return;
  report('E-SITE-FILE-SHAPE', node.span, withoutUndefined({ message: `${message}, not ${describeNode(node)}`, hint }));
}

function reportTwice(report: ReportProblem, { structure }: SiteFile) {
  const items = structure.flatMap(withChildren);
  const sections = items.filter(({ type }) => type === 'section');
  const groups = items.filter(({ type }) => type === 'section-group');
  reportSame(report, 'key', items, ({ key }) => key);
  reportSame(report, 'path', sections, ({ texts }) => texts.path);
  reportSame(report, 'title', groups, ({ texts }) => texts.title);
  // A section is identified by its path, otherwise by its title.
  reportSame(report, 'title', sections, ({ texts }) => (texts.path === undefined ? texts.title : undefined));
  reportDefaults(report, sections);
  for (const siblings of [structure, ...sections.map(({ children }) => children)]) {
    const spaces = siblings.filter(({ type }) => type === 'space');
    reportSame(report, 'path', spaces, ({ texts }) => texts.path);
    reportDefaults(report, spaces);
  }
}

function reportSame(
  report: ReportProblem,
  name: string,
  items: readonly SiteItem[],
  read: (item: SiteItem) => Located<string> | undefined,
) {
  const first = new Map<string, SourceSpan>();
  for (const item of items) {
    const text = read(item);
    if (text === undefined) continue;
    const taken = first.get(text.value);
    if (taken === undefined) first.set(text.value, text.span);
    else
      report('E-SITE-FILE-DUPLICATE', text.span, {
        message: `duplicate ${name} "${text.value}"`,
        label: 'the second one',
        related: [{ message: 'the first one', span: taken }],
      });
  }
}

function reportDefaults(report: ReportProblem, items: readonly SiteItem[]) {
  const [first, second] = items.flatMap(({ flags }) => flags.default ?? []);
  if (first === undefined || second === undefined) return;
  report('E-SITE-FILE-DUPLICATE', second, {
    message: 'two sibling items are the default',
    label: 'the second one',
    related: [{ message: 'the first one', span: first }],
  });
}
