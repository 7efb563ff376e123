/** Converts GitBook's site-structure file to a configuration. */

import { loadConfiguration } from '../config/load-configuration.ts';
import { claimsIn, declareSite } from '../config/site-file/declare-site.ts';
import { readSiteFile, type SiteFile, type SiteItem } from '../config/site-file/read-site-file.ts';
import type { KeysOf } from '../config/site-file/site-keys.ts';
import { findClaimPlaces } from '../core/claim-places.ts';
import { withoutMissing, withoutUndefined } from '../core/defined.ts';
import { keyFromTitles } from '../core/slug.ts';
import type { Declaration, DesiredResource, Ledger, Live } from '../core/state.ts';
import { asDesired } from '../import/adopt.ts';
import { kindsOfDialect, shapes } from '../kinds/index.ts';
import { shapeOf } from '../kinds/shape.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { fetchLive } from '../remote/live/fetch.ts';
import { requireReadable } from '../remote/live/unreadable.ts';
import { dialectOf } from './detect-dialect.ts';
import { misread } from './import-texts.ts';
import { type Platform, readerFor } from './platform.ts';
import { declareRedirects, findRedirects, type ReadSpaceFile } from './site-file-redirects.ts';

export interface SiteFileOptions {
  readonly file: string;
  readonly text: string;
  /** Key of the site. Default: derived from its title, or `site`. */
  readonly key?: string;
  readonly keys?: KeysOf;
  readonly organization?: string;
  readonly live?: LiveSource;
  /** Reads the files of spaces. Missing: there are none. */
  readonly readSpaceFile?: ReadSpaceFile;
}

interface LiveSource extends TrafficOptions {
  readonly platform: Platform;
  readonly organization: string;
}

export type ImportedSiteFile = Exclude<Awaited<ReturnType<typeof importSiteFile>>, { readonly problems: unknown }>;

/**
 * Sends only GET requests, and only with `live`. Returns the problems if the file, or a file of a space, is invalid. `configuration` and `text` contain an
 * organization only if one was given. `spaces`: without `id` if the live site does not identify the space. `claims` in conditions, such as
 * `visitor.claims.partner`, must be claims of the site.
 */
export async function importSiteFile(options: SiteFileOptions) {
  const { siteFile, problems } = readSiteFile(options.file, options.text);
  if (siteFile === undefined) return { problems, sources: new Map([[options.file, options.text]]) };
  const directory = options.file.slice(0, options.file.lastIndexOf('/') + 1);
  const found = findRedirects(siteFile, options.readSpaceFile ?? (() => undefined), (path) => `${directory}${path}`);
  if (found.problems.length > 0) return { problems: found.problems, sources: found.sources };
  const key = options.key ?? keyFromTitles([siteFile.title?.value ?? ''], shapeOf({ shapes }, 'site'));
  const seen = options.live === undefined ? undefined : await fetchLiveSite(siteFile, key, options.live);
  const liveSite = seen?.site;
  const live = typeof liveSite === 'object' ? liveSite : undefined;
  const site = declareSite(siteFile, {
    key,
    keys: options.keys ?? 'title',
    shapes,
    ...withoutUndefined({ pin: live?.id, idOf: live?.idOf, dialect: seen?.dialect }),
  });
  const { declaration, leftOut } = await declareRedirects(found, {
    declaration: site.declaration,
    siteFile,
    live: seen && { client: seen.client, dialect: seen.dialect, idsOf: live?.siteSpaceOf ?? (() => undefined) },
  });
  const [{ composeConfiguration }, { configurationText }] = await Promise.all([
    import('../edit/compose/compose.ts'),
    import('../edit/compose/configuration-files.ts'),
  ]);
  const spaces = declaration.resources.filter(({ kind }) => kind === 'space');
  const organization = options.live?.organization ?? options.organization;
  const configuration: { readonly [key: string]: unknown } = {
    version: 1,
    ...withoutUndefined({ organization }),
    ...composeConfiguration(declaration, shapes),
  };
  const isWhole = spaces.every(({ pin }) => pin !== undefined);
  const text = configurationText({ blocks: configuration, shapes, comment: commentFor(options, isWhole) });
  checkText(text, declaration);
  return {
    key,
    configuration,
    text,
    leftOut: [...site.leftOut, ...leftOut],
    claims: claimsIn(declaration),
    spaces: spaces.map(({ key: space, pin }) => ({ key: space, ...withoutUndefined({ id: pin }) })),
    ...(liveSite === undefined
      ? {}
      : { site: typeof liveSite === 'object' ? { id: liveSite.id } : { missing: liveSite } }),
  };
}

function commentFor({ file, live, organization = live?.organization }: SiteFileOptions, isWhole: boolean) {
  return withoutMissing(
    `Generated from ${file.slice(file.lastIndexOf('/') + 1)} by docform import --from.`,
    organization === undefined && 'Set the organization: add `organization: ID`, or set DOCFORM_ORG.',
    !isWhole && 'The file contains only labels of spaces. Add the `id:` of each space without one: { id: ID }.',
    !isWhole && 'A new space can be a copy of another space: { title: TITLE, copyOf: KEY }.',
  );
}

async function fetchLiveSite(siteFile: SiteFile, key: string, { platform, organization, ...traffic }: LiveSource) {
  const { client } = await readerFor(platform, traffic);
  const ledger: Ledger = { resources: {}, lists: [] };
  const { dialect } = await dialectOf(client, { organization, ledger, stated: platform.dialect });
  const { declaration } = declareSite(siteFile, { key, keys: 'title', shapes, isClaim: true });
  const resources = declaration.resources.map((resource): DesiredResource => {
    const { address, fields, span } = resource;
    return {
      ...resource,
      claim: { file: span.file, fields, ...withoutUndefined({ order: declaration.orders[address] }) },
    };
  });
  const site = resources.filter(({ kind }) => kind === 'site');
  const lists = ['sites', ...['sections', 'groups', 'spaces'].map((segment) => `sites/${key}/${segment}`)];
  const live = await fetchLive(client, {
    organization,
    definitions: kindsOfDialect(dialect),
    ledger,
    desired: asDesired({ resources: site, orders: {}, lists }, organization, shapes),
  });
  requireReadable(live);
  return { client, dialect, site: liveSiteOf(resources, live) };
}

/** The site must be the only one with this title. */
function liveSiteOf(resources: readonly DesiredResource[], live: Live) {
  const places = findClaimPlaces({ resources, ...live, idAt: () => undefined });
  const site = resources.find(({ kind }) => kind === 'site');
  const place = places.get(site?.address ?? '');
  if (place === undefined || !('by' in place)) {
    if (place?.state === 'hidden') return 'unread' as const;
    const title = site?.claim?.fields.title;
    const isThere = live.objects.some(({ kind, fields }) => kind === 'site' && title && fields.title === title);
    return isThere ? ('several' as const) : ('none' as const);
  }
  const ids = new Map(
    resources.filter(({ kind }) => kind !== 'site-space').map(({ address, span }) => [span, places.get(address)?.id]),
  );
  // The place of a site-space names its space if their titles differ.
  const siteSpaces = new Map(
    resources
      .filter(({ kind }) => kind === 'site-space')
      .map(({ parent, span }) => {
        const shown = live.objects.find(
          ({ kind, parentId, fields }) =>
            kind === 'site-space' && parentId === places.get(parent ?? '')?.id && fields.space === ids.get(span),
        );
        return [span, shown?.id];
      }),
  );
  return {
    id: place.id,
    idOf: ({ key: { span } }: SiteItem) => ids.get(span),
    siteSpaceOf: ({ key: { span } }: SiteItem) => {
      const [space, siteSpace] = [ids.get(span), siteSpaces.get(span)];
      return space === undefined || siteSpace === undefined ? undefined : { space, siteSpace };
    },
  };
}

/** Verifies that the text declares the same, because titles and keys can contain any characters. */
function checkText(text: string, meant: Declaration) {
  const files = { read: () => ({ text, bytes: text.length }), list: () => [] };
  const { desired, problems } = loadConfiguration({ file: 'docform.yaml', files, shapes, mayBeOpen: true });
  const [problem] = problems;
  if (problem !== undefined)
    throw new Error(`the generated configuration is not valid: ${problem.code} ${problem.message}`);
  if (desired === undefined || misread(desired, meant).length > 0)
    throw new Error('the generated configuration is not equivalent to the file');
}
