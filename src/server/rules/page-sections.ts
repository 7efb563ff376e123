/** Splits pages into sections by their headings. */
import type { PlacedPage } from '../resources/revision.ts';

export interface PageSection {
  title: string;
  /** Missing for text before the first heading, or under the title of the page. */
  anchor?: string;
  body: string;
}

export function sectionsOf({ page }: PlacedPage): PageSection[] {
  const sections: { title: string; anchor?: string; lines: string[] }[] = [{ title: page.title, lines: [] }];
  const anchors = new Set<string>();
  for (const { line, isCode } of linesOf(page.markdown ?? '')) {
    const heading = isCode ? undefined : readHeading(line);
    const title = plain(heading?.title ?? '');
    const isTitle = heading?.level === 1 && sections.length === 1 && title === page.title;
    if (heading === undefined || isTitle) {
      if (!isTitle) sections.at(-1)?.lines.push(isCode ? line : plain(line));
      continue;
    }
    sections.push({ title, anchor: freeAnchor(title, anchors), lines: [] });
  }
  return sections
    .map(({ lines, ...section }) => ({
      ...section,
      body: lines
        .join('\n')
        .replace(/\n{2,}/g, '\n')
        .trim(),
    }))
    .filter(({ anchor, body }) => anchor !== undefined || body !== '');
}

function* linesOf(markdown: string): Generator<{ line: string; isCode: boolean }> {
  let fence = '';
  for (const line of markdown.split(/\r?\n/)) {
    const mark = readFenceLine(line)?.marks ?? '';
    if (fence === '' && mark !== '') fence = mark;
    else if (fence !== '' && mark.startsWith(fence)) fence = '';
    else yield { line, isCode: fence !== '' };
  }
}

function plain(line: string): string {
  return line
    .replace(/!?\[([^[\]]*)\]\((?:<[^<>]*>|[^\s()]*)(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)/, '')
    .replace(/(\*\*|__|~~|`|(?<![\p{L}\p{N}])[*_](?=\S))(.+?)\1/gu, '$2')
    .trim();
}

function freeAnchor(title: string, taken: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section';
  let anchor = base;
  for (let number = 1; taken.has(anchor); number += 1) anchor = `${base}-${number}`;
  taken.add(anchor);
  return anchor;
}

// These patterns match in one way only, so they take linear time.
const headingPattern = /^ {0,3}(#{1,6})((?:[ \t].*)?)$/;
const fencePattern = /^ {0,3}(`{3,}|~{3,})(.*)$/;

interface Fence {
  marks: string;
  syntax: string;
}

function readFenceLine(line: string): Fence | undefined {
  const [, marks = '', info = ''] = fencePattern.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { marks, syntax: info.trim().split(/\s/, 1)[0] ?? '' };
}

interface Heading {
  level: number;
  title: string;
}

function readHeading(line: string): Heading | undefined {
  const [, marks, rest = ''] = headingPattern.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const text = rest.trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || /\s/.test(text[end - 1] ?? '');
  return { level: marks.length, title: isClosed ? text.slice(0, end).trimEnd() : text };
}
