/** The pages of the documentation with their headings, links and code blocks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, projectDirectory } from '../support/sources.ts';

export interface Page {
  /** Path relative to the project. */
  readonly path: string;
  readonly text: string;
  /** The text without code blocks, but with their line breaks. */
  readonly prose: string;
}

export function pageAt(path: string): Page {
  const text = readFileSync(join(projectDirectory, path), 'utf8');
  return { path, text, prose: text.replace(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, '')) };
}

export const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The pages at the top level, the maps, and all pages in `docs`. */
export function readPages(): readonly Page[] {
  return [
    ...topPages,
    'src/README.md',
    'test/README.md',
    ...filesBelow('docs', '.md'),
    ...filesBelow('.github', '.md'),
  ].map(pageAt);
}

/** The anchors of the headings, as forges generate them. */
export function anchorsOf({ prose }: Page): readonly string[] {
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links to pages, files and headings of the project. */
export function localLinksOf({ prose }: Page): readonly string[] {
  return [...prose.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The code blocks in these languages, such as `yaml`, `sh`, or none, in the order of the page. */
export function blocksOf({ text }: Page, ...languages: readonly string[]): readonly string[] {
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)]
    .filter(([, , named = '']) => languages.includes(named))
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** Returns whether the YAML is a job of GitHub or GitLab instead of a configuration. */
export function isPipeline(yaml: string): boolean {
  return /\b(runs-on|script):/.test(yaml);
}
