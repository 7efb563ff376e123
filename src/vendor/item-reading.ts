/** Reads the maps, lists, texts and flags of a site-structure file; a wrong shape is a problem with its place. */
import { type ConfigurationNode, describeNode, isNull, type MapEntry, type MapNode } from '../config/node.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import { flagNames, type Located, type SiteItem, textNames } from './site-file.ts';

export type ReportProblem = (code: Problem['code'], span: SourceSpan, report: Omit<Problem, 'code' | 'span'>) => void;

export function mapIn(report: ReportProblem, node: ConfigurationNode, name: string): MapNode | undefined {
  if (node.is === 'map') return node;
  wrongShape(report, node, `${name} has to be a map`);
  return undefined;
}

export function itemsIn(report: ReportProblem, node: ConfigurationNode, name: string): readonly ConfigurationNode[] {
  if (node.is === 'list') return node.items;
  wrongShape(report, node, `${name} has to be a list`);
  return [];
}

/** undefined: there is none, or it is empty, or the problem is told. */
export function textIn(report: ReportProblem, entry: MapEntry, name = entry.key): Located<string> | undefined {
  const { value } = entry;
  if (isNull(value)) return undefined;
  if (value.is === 'scalar' && typeof value.value === 'string')
    return value.value.trim() === '' ? undefined : { value: value.value, span: value.span };
  const hint = value.is === 'scalar' ? `put it in quotes: "${value.source}"` : undefined;
  wrongShape(report, value, `${name} has to be text`, hint);
  return undefined;
}

type Texts = SiteItem['texts'];
type Flags = SiteItem['flags'];

export function textsIn(report: ReportProblem, { entries }: MapNode): Texts {
  const found = entries.filter(({ key }) => (textNames as readonly string[]).includes(key));
  return Object.fromEntries(found.flatMap((entry) => [textIn(report, entry)].flatMap((text) => (text ? [[entry.key, text]] : []))));
}

export function flagsIn(report: ReportProblem, { entries }: MapNode): Flags {
  const found = entries.filter(({ key }) => (flagNames as readonly string[]).includes(key));
  return Object.fromEntries(found.flatMap((entry) => (isTrue(report, entry) ? [[entry.key, entry.keySpan]] : [])));
}

function isTrue(report: ReportProblem, { key, value }: MapEntry): boolean {
  if (isNull(value)) return false;
  if (value.is === 'scalar' && typeof value.value === 'boolean') return value.value;
  wrongShape(report, value, `${key} has to be \`true\` or \`false\``);
  return false;
}

/** Keys other than those, with what stands in them where they are maps named in `opened`; null says nothing. */
export function furtherIn({ entries }: MapNode, known: readonly string[], opened: readonly string[] = []): readonly Located<string>[] {
  return entries.flatMap(({ key, keySpan, value }) => {
    if (known.includes(key) || isNull(value)) return [];
    if (!opened.includes(key) || value.is !== 'map') return [{ value: key, span: keySpan }];
    return furtherIn(value, []).map((inner) => ({ ...inner, value: `${key}.${inner.value}` }));
  });
}

/** What is lost is told of already. */
function wrongShape(report: ReportProblem, node: ConfigurationNode, message: string, hint?: string): void {
  if (node.is === 'lost') return;
  report('E-VENDOR-SHAPE', node.span, { message: `${message}, not ${describeNode(node)}`, ...(hint === undefined ? {} : { hint }) });
}
