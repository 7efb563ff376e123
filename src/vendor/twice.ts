/** Finds duplicates in a site-structure file where only one is allowed: keys, paths, titles of groups, defaults. */
import type { SourceSpan } from '../core/problem.ts';
import type { ReportProblem } from './item-reading.ts';
import { type Located, type SiteFile, type SiteItem, withChildren } from './site-file.ts';

export function reportTwice(report: ReportProblem, { structure }: SiteFile): void {
  const items = structure.flatMap(withChildren);
  const sections = items.filter(({ type }) => type === 'section');
  const groups = items.filter(({ type }) => type === 'section-group');
  reportSame(report, 'key', items, ({ key }) => key);
  reportSame(report, 'path', sections, ({ texts }) => texts.path);
  reportSame(report, 'title', groups, ({ texts }) => texts.title);
  // A section is known by its path, or else by its title.
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
): void {
  const first = new Map<string, SourceSpan>();
  for (const item of items) {
    const text = read(item);
    if (text === undefined) continue;
    const taken = first.get(text.value);
    if (taken === undefined) first.set(text.value, text.span);
    else
      report('E-VENDOR-TWICE', text.span, {
        message: `two items have the ${name} "${text.value}"`,
        label: 'the second one',
        related: [{ message: 'the first one', span: taken }],
      });
  }
}

function reportDefaults(report: ReportProblem, items: readonly SiteItem[]): void {
  const [first, second] = items.flatMap(({ flags }) => flags.default ?? []);
  if (first === undefined || second === undefined) return;
  report('E-VENDOR-TWICE', second, {
    message: 'two items that stand side by side are the default',
    label: 'the second one',
    related: [{ message: 'the first one', span: first }],
  });
}
