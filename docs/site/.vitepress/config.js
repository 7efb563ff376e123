/** The pages of docs/ as a static site: its menu is read from the folders, so that a new page is in it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const single = readdirSync(docs).filter((name) => name.endsWith('.md'));
mkdirSync(pages);
for (const name of readdirSync(docs).filter((each) => each !== 'site')) cpSync(join(docs, name), join(pages, name), { recursive: true });
// HTML is shown as it is written, and a remark for editors is no text for readers.
for (const name of readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.md'))) {
  const text = readFileSync(join(pages, name), 'utf8');
  writeFileSync(join(pages, name), text.replace(/^<!-- .* -->\n+/, ''));
}

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

const menu = [
  ...folders.map(menuOf),
  ...single
    .filter((name) => name !== 'README.md')
    .map((name) => ({ text: headingOf(join(docs, name)), link: `/${name.replace(/\.md$/, '')}` })),
];

/** What a page names outside of docs/ stands in the repository, not on the site: its name stays, without a link. A README is the page of its folder. */
function withLinksOfSite(md) {
  md.core.ruler.push('links-of-site', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isLeaving = false;
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href') ?? '';
          isLeaving = leaves(href, env.relativePath ?? '');
          token.attrSet('href', href.replace(/^(?!\w+:)(.*\/)?README\.md/, (_, folder = './') => folder));
        }
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

/** The names of headings as forges make them, which the links of the pages use. */
function slugify(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'docform',
  description: 'Documentation platforms under Git',
  srcDir: './.pages',
  outDir: './dist',
  base: process.env.DOCS_BASE ?? '/',
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md'),
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { html: false, anchor: { slugify }, config: withLinksOfSite },
  themeConfig: {
    search: { provider: 'local' },
    nav: folders.map(menuOf).map(({ text, link, items }) => ({ text, link: link ?? items[0]?.link })),
    sidebar: menu,
    outline: [2, 3],
  },
});
