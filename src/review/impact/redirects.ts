/** Computes redirects for URLs that change or end, without chains and without hiding existing pages, and adds them in sites that ask for them. */

import { mayBePublished } from '../../access/audience/of-object.ts';
import { parentOf, type State, sitesIn } from '../../access/audience/state.ts';
import { type Address, childAddress, listOf } from '../../core/address.ts';
import { compareTexts, groupBy } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Redirect, RedirectReason } from '../../core/impact.ts';
import { cachePerObject } from '../../core/once.ts';
import { type Desired, type DesiredResource, isReference, type LiveObject } from '../../core/state.ts';
import { type ImpactInput, sceneOfPlan } from './simulation/foreseen.ts';
import { movedIn, type Scene } from './simulation/scene.ts';
import { pathOf, rootNow, rootThen, sectionPath } from './simulation/site-paths.ts';
import { laterAmong, placeName } from './topics/moved.ts';
import { siteSpacesOf } from './topics/readers.ts';

interface Former {
  readonly from: string;
  /** null: ended; undefined: unknown. */
  readonly to: string | null | undefined;
  /** The space at the URL, if known. */
  readonly space: unknown;
  readonly isRoot: boolean;
  readonly object: LiveObject;
  readonly site: LiveObject;
  /** The object that has the new URL. */
  readonly target?: LiveObject | undefined;
}

export function redirectsIn(scene: Scene): readonly Redirect[] {
  const { redirected, keptBelow } = changedIn(scene);
  return redirected.map(({ former, reason }) => redirectOf(scene, former, reason, keptBelow)).sort(deepestFirst);
}

/** The published URLs of each site that end or move, with the URL of the site. */
export function changedUrls(scene: Scene) {
  return changedIn(scene).redirected.map(({ former: { site, object, from }, reason }) => {
    return { site, object, from, root: rootNow(site).published ?? '', reason };
  });
}

/**
 * Paths of a site, below its root, whose content has another path after the plan. `isExact`: other content is below the path.
 * Only in sites that keep their root, because a site cannot redirect the URLs of another root.
 */
function movedPaths(scene: Scene) {
  const { redirected, keptBelow } = changedIn(scene);
  return redirected.flatMap(({ former: { site, from, target }, reason }) => {
    const after = scene.after.find('site', site.id);
    const { published: root } = rootNow(site);
    const isKept = after !== undefined && root !== undefined && rootThen(site, after).published === root;
    return reason === 'moved' && target !== undefined && isKept
      ? [{ site, path: from.slice(root.length), target, isExact: keptBelow(from).length > 0 }]
      : [];
  });
}

function changedIn(scene: Scene) {
  const moved = movedIn(scene).all;
  const sites = sitesIn(scene.before).filter((site) => mayBePublished(site) && moved.has(site.id));
  if (sites.length === 0) return { redirected: [], keptBelow: below([]) };
  const formers = sites.flatMap((site) => formersOf(scene, site));
  const answered = answeredIn(scene);
  const changed = formers.filter(
    ({ from, to, space }) => from !== to && (space === undefined || answered.get(from) !== space),
  );
  const redirected = changed.map((former) => ({ former, reason: reasonFor(former, answered) }));
  const kept = new Set([
    ...answered.keys(),
    ...redirected.flatMap(({ former, reason }) => (reason === 'moved' ? [] : [former.from])),
  ]);
  return { redirected, keptBelow: below([...kept]) };
}

function redirectOf(
  scene: Scene,
  { from, to, object }: Former,
  reason: RedirectReason,
  keptBelow: ReturnType<typeof below>,
) {
  const isMoved = reason === 'moved' && typeof to === 'string';
  return {
    from,
    to: isMoved ? to : null,
    reason,
    address: scene.addressOf(object),
    subject: placeName(scene, object),
    except: isMoved ? keptBelow(from) : [],
  };
}

/** Binary search over sorted URLs, because there can be many. */
function below(addresses: readonly string[]): (address: string) => readonly string[] {
  const sorted = addresses.toSorted(compareTexts);
  return (address) => {
    const beginning = `${address}/`;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < beginning) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (sorted[end]?.startsWith(beginning)) end += 1;
    return sorted.slice(low, end);
  };
}

function reasonFor({ from, to, isRoot }: Former, answered: ReadonlyMap<string, unknown>): RedirectReason {
  if (answered.has(from)) return 'taken';
  if (isRoot && to !== null) return 'root';
  if (to === undefined) return 'unknown';
  return to === null ? 'ended' : 'moved';
}

function deepestFirst(a: Redirect, b: Redirect) {
  const depth = ({ from }: Redirect) => from.split('/').length;
  return depth(b) - depth(a) || compareTexts(a.from, b.from);
}

/** The root, links with known URLs, and sections with unknown links. */
function formersOf(scene: Scene, site: LiveObject): readonly Former[] {
  const { published: root } = rootNow(site);
  if (root === undefined) return [];
  const after = scene.after.find('site', site.id);
  const rootAfter = after === undefined ? null : rootThen(site, after).published;
  const former = (object: LiveObject, was: string, is: string | null | undefined, target?: LiveObject): Former => ({
    from: `${root}${was}`,
    to: is === null || rootAfter === null ? null : joined(rootAfter, is),
    space: object.fields.space,
    isRoot: was === '',
    object,
    site,
    target,
  });
  const laterOf = laterAmong(scene, after === undefined ? [] : siteSpacesOf(scene.after, after));
  const elsewhere = arrivedIn(scene);
  const links = siteSpacesOf(scene.before, site).flatMap((link) => {
    const was = pathOf(scene.before, link);
    const later = laterOf(link);
    if (was === undefined) return [];
    if (later !== undefined) return [former(link, was, pathOf(scene.after, later), later)];
    // A site cannot redirect to a site-space of another site, so there is no target.
    const ended = former(link, was, null);
    return [elsewhere.has(link.fields.space) ? { ...ended, to: elsewhere.get(link.fields.space) } : ended];
  });
  const sections = scene.before.childrenOf('section', site.id).flatMap((section) => {
    const was = sectionPath(scene.before, section);
    if (was === undefined || scene.before.isWhole('site-space', section.id)) return [];
    const then = scene.after.find('section', section.id);
    return [former(section, was, then === undefined ? null : sectionPath(scene.after, then), then)];
  });
  const all = [...links, ...sections];
  return all.some(({ isRoot }) => isRoot) ? all : [former(site, '', ''), ...all];
}

/** The URLs of spaces that the plan adds to one published site. undefined: unknown, as of a new site. */
const arrivedIn = cachePerObject((scene: Scene): ReadonlyMap<unknown, string | undefined> => {
  const added = sitesIn(scene.after).flatMap((site) => {
    if (!mayBePublished(site)) return [];
    const former = scene.before.find('site', site.id);
    const root = former === undefined ? undefined : rootThen(former, site).published;
    return siteSpacesOf(scene.after, site)
      .filter(({ id }) => scene.before.find('site-space', id) === undefined)
      .map((link) => ({ space: link.fields.space, url: joined(root, pathOf(scene.after, link)) }));
  });
  const bySpace = groupBy(added, ({ space }) => space);
  return new Map(
    [...bySpace].flatMap(([space, [first, other]]) => (other === undefined ? [[space, first.url] as const] : [])),
  );
});

function joined(root: string | undefined, path: string | undefined) {
  return root === undefined || path === undefined ? undefined : `${root}${path}`;
}

/** All URLs after the plan, with their space if known. */
function answeredIn(scene: Scene): ReadonlyMap<string, unknown> {
  const answered = new Map<string, unknown>();
  for (const site of sitesIn(scene.after)) {
    const former = scene.before.find('site', site.id);
    const root = former === undefined ? undefined : rootThen(former, site).published;
    if (root === undefined) continue;
    answered.set(root, undefined);
    for (const [path, space] of pathsOf(scene.after, site)) answered.set(`${root}${path}`, space);
  }
  return answered;
}

function pathsOf(state: State, site: LiveObject): readonly (readonly [string, unknown])[] {
  const sections = state
    .childrenOf('section', site.id)
    .map((section) => [sectionPath(state, section), undefined] as const);
  const links = siteSpacesOf(state, site).map((link) => [pathOf(state, link), link.fields.space] as const);
  return [...sections, ...links].flatMap(([path, space]) => (path === undefined ? [] : [[path, space] as const]));
}

/** A redirect that an earlier apply announced, and did not create before its end. */
interface LeftRedirect extends Pick<DesiredResource, 'address' | 'fields'> {}

/** The configuration with the redirects; unchanged without any. */
export function withMovedRedirects(input: ImpactInput, left: readonly LeftRedirect[]): Desired {
  const { desired } = input;
  const sites = new Map(
    desired.resources
      .filter(({ kind, fields }) => kind === 'site' && fields.redirectMoved !== undefined)
      .map((site) => [site.address, site]),
  );
  if (sites.size === 0) return desired;
  const { scene } = sceneOfPlan(input);
  const declared = new Set(desired.resources.map(({ address }) => address));
  const shown = shownPaths(scene);
  const isWanted = ({ address, fields }: LeftRedirect) =>
    !declared.has(address) &&
    sites.has(siteOf(address)) &&
    shown.get(siteOf(address))?.has(String(fields.source)) === false &&
    isThere(scene, declared, fields);
  const found = new Map(
    [...left, ...movedPaths(scene).flatMap((moved) => redirectsOf(scene, sites, moved))]
      .filter(isWanted)
      .map((each) => [each.address, each]),
  );
  if (found.size === 0) return desired;
  return { ...desired, resources: [...desired.resources, ...[...found.values()].map((each) => unowned(sites, each))] };

  function unowned(of: typeof sites, { address, fields }: LeftRedirect): DesiredResource {
    const parent = siteOf(address);
    const site = of.get(parent) as DesiredResource;
    const span = site.fieldSpans.redirectMoved ?? site.span;
    const [kind, key] = ['redirect', String(fields.source)];
    return { address, kind, key, parent, fields, span, fieldSpans: {}, isUnowned: true };
  }
}

/** Redirects whose source is a path of the site: the platform decides whether readers see the content or the destination. */
export function redirectNotes(input: ImpactInput): readonly { readonly address: Address; readonly text: string }[] {
  const isOfRedirects = ({ kind }: { readonly kind: string }) => kind === 'redirect';
  if (!input.live.objects.some(isOfRedirects) && !input.plan.steps.some(isOfRedirects)) return [];
  const { scene } = sceneOfPlan(input);
  const shown = shownPaths(scene);
  return scene.after.live.objects.flatMap((each) => {
    const site = each.kind === 'redirect' && each.fields.draft !== true && parentOf(scene.after, each);
    if (!site || !shown.get(scene.addressOf(site))?.has(String(each.fields.source))) return [];
    const address = scene.addressOf(each);
    return [{ address, text: 'its source is a path that the site shows. Remove the redirect, or change the path' }];
  });
}

function siteOf(address: Address) {
  return listOf(listOf(address));
}

/** Paths that answer after the plan, by site. */
function shownPaths(scene: Scene): ReadonlyMap<Address, ReadonlySet<string>> {
  const pathsAt = (site: LiveObject) => new Set(pathsOf(scene.after, site).map(([path]) => path));
  return new Map(sitesIn(scene.after).map((site) => [scene.addressOf(site), pathsAt(site)]));
}

function isThere({ after }: Scene, declared: ReadonlySet<Address>, fields: LeftRedirect['fields']) {
  const target = fields.section ?? fields.siteSpace;
  if (isReference(target)) return declared.has(target.ref);
  const kind = fields.section === undefined ? 'site-space' : 'section';
  return after.live.objects.some((object) => object.kind === kind && object.id === target);
}

/** One for the path, and one for everything below it unless other content is there. */
function redirectsOf(
  scene: Scene,
  sites: ReadonlyMap<Address, DesiredResource>,
  { site, path, target: { kind, id }, isExact }: ReturnType<typeof movedPaths>[number],
) {
  const address = scene.addressOf(site);
  const draft = sites.get(address)?.fields.redirectMoved === 'draft';
  const target = { [kind === 'section' ? 'section' : 'siteSpace']: id.includes('/') ? { ref: id } : id };
  const from = (source: string, more: LeftRedirect['fields']): LeftRedirect => ({
    address: childAddress(address, 'redirects', source),
    fields: { source, ...target, draft, ...more },
  });
  return withoutMissing(from(path, {}), !isExact && from(`${path}/*`, { captureWildcard: true }));
}
