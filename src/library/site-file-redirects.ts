/** Converts the redirects of spaces, in files beside the site-structure file, to redirects of the site. */

import type { LeftOut } from '../config/site-file/carried-items.ts';
import { type RedirectsOfSpace, withRedirects } from '../config/site-file/declare-redirects.ts';
import { type SiteFile, type SiteItem, withChildren } from '../config/site-file/read-site-file.ts';
import { readSpaceRedirects, spaceFileName } from '../config/site-file/space-redirects.ts';
import { createCall } from '../contract/endpoint.ts';
import { getPageByPath } from '../contract/gitbook/spaces.ts';
import { count } from '../core/count.ts';
import type { Dialect } from '../core/dialect.ts';
import { ApiError } from '../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../core/json.ts';
import { fileStart, type Problem } from '../core/problem.ts';
import type { Declaration } from '../core/state.ts';
import { kindsOfDialect, shapes } from '../kinds/index.ts';
import type { Client } from '../remote/client/client.ts';

/** `path`: relative to the directory of the site-structure file. undefined: there is no such file. */
export type ReadSpaceFile = (path: string) => { readonly text: string } | { readonly why: string } | undefined;

interface LiveSpaces {
  readonly client: Pick<Client, 'send'>;
  readonly dialect: Dialect;
  /** undefined: the live site does not show the space. */
  readonly idsOf: (item: SiteItem) => { readonly space: string; readonly siteSpace: string } | undefined;
}

interface FoundRedirects {
  readonly spaces: readonly RedirectsOfSpace[];
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly Problem[];
  /** Texts of the files with problems. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Reads the files of all spaces. `nameOf`: a file as messages name it. */
export function findRedirects(
  siteFile: SiteFile,
  read: ReadSpaceFile,
  nameOf: (path: string) => string,
): FoundRedirects {
  const spaces: RedirectsOfSpace[] = [];
  const leftOut: LeftOut[] = [];
  const problems: Problem[] = [];
  const sources = new Map<string, string>();
  for (const [directory, items] of directoriesOf(siteFile)) {
    const path = directory === '' ? spaceFileName : `${directory}/${spaceFileName}`;
    const file = nameOf(path);
    const found = read(path);
    if (found === undefined) continue;
    if ('why' in found) {
      leftOut.push({ what: 'redirects', why: `${file} cannot be read (${found.why})`, span: fileStart(file) });
      continue;
    }
    const inFile = readSpaceRedirects(file, found.text);
    problems.push(...inFile.problems);
    sources.set(file, found.text);
    leftOut.push(...inFile.leftOut);
    if (items.length > 0) spaces.push(...items.map((item) => ({ item, redirects: inFile.redirects })));
    else leftOut.push(...inFile.redirects.map(({ what, span }) => ({ what, why: noSpace(siteFile), span })));
  }
  return { spaces, leftOut, problems, sources };
}

function spacesIn({ structure }: SiteFile): readonly SiteItem[] {
  return structure.flatMap(withChildren).filter(({ type }) => type === 'space');
}

function noSpace(siteFile: SiteFile): string {
  return `the file belongs to none of the ${count(spacesIn(siteFile).length, 'space')}: no \`content.directory\` is its directory`;
}

/** The directory of the site-structure file is the one of its only space, unless this space has another one. */
function directoriesOf(siteFile: SiteFile): ReadonlyMap<string, readonly SiteItem[]> {
  const items = spacesIn(siteFile);
  const directories = new Map<string, SiteItem[]>([['', []]]);
  for (const item of items) {
    const directory = item.directory === undefined ? undefined : plainDirectory(item.directory.value);
    const own = directory ?? (items.length === 1 && item.directory === undefined ? '' : undefined);
    if (own === undefined) continue;
    directories.set(own, [...(directories.get(own) ?? []), item]);
  }
  return directories;
}

/** undefined: outside the directory of the site-structure file. */
function plainDirectory(text: string): string | undefined {
  const parts = text.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const isOutside = parts.includes('..') || /^(?:[\\/]|[a-z]:)/i.test(text);
  return isOutside ? undefined : parts.join('/');
}

/** With `live`, reads each page that is a target. */
export async function declareRedirects(
  { spaces, leftOut }: FoundRedirects,
  { declaration, siteFile, live }: { declaration: Declaration; siteFile: SiteFile; live?: LiveSpaces | undefined },
): Promise<{ readonly declaration: Declaration; readonly leftOut: readonly LeftOut[] }> {
  if (live !== undefined && !kindsOfDialect(live.dialect).has('redirect')) {
    const why = 'the API of this platform has no redirects';
    const all = spaces.flatMap(({ redirects }) => redirects.map(({ what, span }) => ({ what, why, span })));
    return { declaration, leftOut: [...leftOut, ...all] };
  }
  const pages = new Map<string, PageFound>();
  for (const { item, redirects } of spaces)
    for (const { to } of redirects)
      if ('page' in to && to.page !== '') pages.set(pageKey(item, to.page), await pageAt(live, item, to.page));
  const made = withRedirects(spaces, {
    declaration,
    siteFile,
    shapes,
    pageAt: (item, path) => pages.get(pageKey(item, path)) ?? { why: 'the page was not read' },
  });
  return { declaration: made.declaration, leftOut: [...leftOut, ...made.leftOut] };
}

type PageFound = { readonly page: string } | { readonly why: string };

function pageKey({ key }: SiteItem, path: string): string {
  return JSON.stringify([key.value, path]);
}

async function pageAt(live: LiveSpaces | undefined, item: SiteItem, path: string): Promise<PageFound> {
  if (live === undefined)
    return { why: 'the id of the page is unknown: run the command with a token for the platform of the site' };
  const ids = live.idsOf(item);
  if (ids === undefined) return { why: 'the live site does not show the space, so the id of the page is unknown' };
  try {
    const page = await live.client.send(createCall(getPageByPath, { path: { spaceId: ids.space, pagePath: path } }));
    return { page: `${ids.siteSpace}/${jsonObjectOrEmpty(page).id}` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { why: `the space has no page at ${path}` };
    if (error.status === 403) return { why: 'the token cannot read the pages of the space' };
    throw error;
  }
}
