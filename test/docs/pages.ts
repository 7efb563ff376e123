/** The pages that people read, with their headings, links and blocks of code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, projectDirectory } from '../support/sources.ts';

export interface Page {
  /** Path below the project. */
  readonly path: string;
  readonly text: string;
  /** What stands between fences goes, line breaks stay. */
  readonly prose: string;
}

export function pageAt(path: string): Page {
  const text = readFileSync(join(projectDirectory, path), 'utf8');
  return { path, text, prose: text.replace(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, '')) };
}

export const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The pages at the top, the maps, and all below `docs`. */
export function readPages(): readonly Page[] {
  return [
    ...topPages,
    'src/README.md',
    'test/README.md',
    ...filesBelow('docs', '.md'),
    ...filesBelow('.github', '.md'),
  ].map(pageAt);
}

/** The names by which links reach the headings of a page, as forges make them. */
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

/** What stands between the fences of a language: `yaml`, `sh`, or nothing. */
export function blocksOf({ text }: Page, language: string): readonly string[] {
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** A job of GitHub or GitLab, and no configuration. */
export function isPipeline(yaml: string): boolean {
  return /\b(runs-on|script):/.test(yaml);
}
