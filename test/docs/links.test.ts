/** Every link within the project has a target, and every source file that a page names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, projectDirectory } from '../support/sources.ts';
import { anchorsOf, localLinksOf, type Page, pageAt, readPages, topPages } from './pages.ts';

const pages = readPages();

function isDead(page: Page, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
  if (!existsSync(join(projectDirectory, target))) return true;
  return anchor !== undefined && !anchorsOf(pageAt(target)).includes(anchor);
}

test('more than 15 pages and 60 links are checked', () => {
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.flatMap(localLinksOf).length).toBeGreaterThan(60);
});

test.each(pages.map((page) => [page.path, page] as const))('every link of %s has a target', (_, page) => {
  expect(localLinksOf(page).filter((link) => isDead(page, link))).toEqual([]);
});

test('every page can be reached from the README or from CONTRIBUTING', () => {
  const reached = new Set<string>();
  const queue = ['README.md', 'CONTRIBUTING.md'];
  for (const path of queue) {
    if (reached.has(path) || !path.endsWith('.md')) continue;
    reached.add(path);
    const targets = localLinksOf(pageAt(path)).map((link) => posix.join(posix.dirname(path), link.split('#')[0] ?? ''));
    queue.push(...targets.filter((target) => target.endsWith('.md') && existsSync(join(projectDirectory, target))));
  }
  expect([...topPages, ...filesBelow('docs', '.md')].filter((path) => !reached.has(path))).toEqual([]);
});

test('the static site contains every folder of pages, because links to missing folders break its build', () => {
  const config = readFileSync(join(projectDirectory, 'docs/site/.vitepress/config.js'), 'utf8');
  const folders = filesBelow('docs', '.md').map((path) => path.split('/').slice(1, -1)[0]);
  const missing = folders.filter(
    (folder) => folder !== undefined && folder !== 'site' && !config.includes(`folder: '${folder}'`),
  );
  expect(missing).toEqual([]);
});

const files = [...filesBelow('src', '.ts'), ...filesBelow('test', '.ts')];

/** Accepts a path in the source or the tests, such as `plan/steps/edges.ts`, and patterns such as `cli/fixture-of*.ts`. */
function isThere(name: string): boolean {
  const pattern = new RegExp(`^(src/)?${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return files.some((path) => pattern.test(path));
}

test('the top-level pages, maps and decisions name only existing files', () => {
  const about = pages.filter(({ path }) => /^(src|test|docs\/decisions)\/|^[A-Z]+\.md$/.test(path));
  const named = about.flatMap(({ path, prose }) =>
    [...prose.matchAll(/`((?:[a-z][\w-]*\/)+[\w.*-]+\.ts)`/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});
