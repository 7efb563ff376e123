/** The pages of docs/ as a static site: its menu is read from the folders, so that a new page is in it. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('../..', import.meta.url));
const pages = fileURLToPath(new URL('../.pages', import.meta.url));

const folders = [
  { folder: 'guides', title: 'Guides' },
  { folder: 'reference', title: 'Reference' },
  { folder: 'explanations', title: 'Explanations' },
  { folder: 'decisions', title: 'Decisions' },
  { folder: 'platform', title: 'Reference platform' },
];

// The generator finds its own packages only from pages that stand beside them.
rmSync(pages, { recursive: true, force: true });
for (const name of ['README.md', ...folders.map(({ folder }) => folder)]) cpSync(join(docs, name), join(pages, name), { recursive: true });

/** The heading of a page. */
function headingOf(path) {
  return /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1]?.replaceAll('`', '') ?? path;
}

function menuOf({ folder, title }) {
  const names = readdirSync(join(docs, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const items = names.sort().map((name) => ({ text: headingOf(join(docs, folder, name)), link: `/${folder}/${name.replace(/\.md$/, '')}` }));
  const hasIndex = readdirSync(join(docs, folder)).includes('README.md');
  return { text: title, collapsed: true, items, ...(hasIndex ? { link: `/${folder}/` } : {}) };
}

const menu = folders.map(menuOf);

/** What a page names outside of docs/ stands in the repository, not on the site: its name stays, without a link. */
function withoutLeavingLinks(md) {
  md.core.ruler.push('leaving-links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isLeaving = false;
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type === 'link_open') isLeaving = leaves(token.attrGet('href') ?? '', env.relativePath ?? '');
        if (!isLeaving || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
        if (token.type === 'link_close') isLeaving = false;
        children[at] = Object.assign(token, { type: 'text', tag: '', nesting: 0, content: '', attrs: null });
      }
    }
  });
}

function leaves(href, page) {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return false;
  const target = posix.normalize(posix.join(posix.dirname(page), href.replace(/#.*$/, '')));
  return target.startsWith('..') || !/(?:\.md|\/)$/.test(target);
}

export default defineConfig({
  title: 'docform',
  description: 'Documentation platforms under Git',
  srcDir: './.pages',
  outDir: './dist',
  base: process.env.DOCS_BASE ?? '/',
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { html: false, config: withoutLeavingLinks },
  themeConfig: {
    search: { provider: 'local' },
    nav: menu.map(({ text, link, items }) => ({ text, link: link ?? items[0]?.link })),
    sidebar: menu,
    outline: [2, 3],
  },
});
