/** Computes redirects for URLs that change or end, without chains and without hiding existing pages. */
import { compareTexts } from '../core/compare.ts';
import type { Redirect, RedirectReason } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { pathOf, rootNow, rootThen, sectionPath, siteSpacesOf } from './addresses.ts';
import { laterAmong, placeName } from './moved.ts';
import { isPublished } from './readers.ts';
import { movedIn, type Scene, type State } from './scene.ts';

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

/** A path of a site, below its root, whose content has another path after the plan. */
export interface MovedPath {
  readonly site: LiveObject;
  readonly path: string;
  readonly target: LiveObject;
  /** Other content is below the path. */
  readonly isExact: boolean;
}

/** Only in sites that keep their root, because a site cannot redirect the URLs of another root. */
export function movedPaths(scene: Scene): readonly MovedPath[] {
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
  const sites = scene.before.live.objects.filter(
    (object) => object.kind === 'site' && isPublished(object) && moved.has(object.id),
  );
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
    ...{ from, to: isMoved ? to : null, reason, address: scene.addressOf(object), subject: placeName(scene, object) },
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
  const depth = ({ from }: Redirect): number => from.split('/').length;
  return depth(b) - depth(a) || compareTexts(a.from, b.from);
}

/** The root, links with known URLs, and sections with unknown links. */
function formersOf(scene: Scene, site: LiveObject): readonly Former[] {
  const { published: root } = rootNow(site);
  if (root === undefined) return [];
  const after = scene.after.find('site', site.id);
  const rootAfter = after === undefined ? null : rootThen(site, after).published;
  const former = (object: LiveObject, was: string, is: string | null | undefined, target?: LiveObject): Former => ({
    ...{ from: `${root}${was}`, to: is === null || rootAfter === null ? null : joined(rootAfter, is) },
    ...{ space: object.fields.space, isRoot: was === '', object, site, target },
  });
  const laterOf = laterAmong(scene, after === undefined ? [] : siteSpacesOf(scene.after, after));
  const links = siteSpacesOf(scene.before, site).flatMap((link) => {
    const was = pathOf(scene.before, link);
    const later = laterOf(link);
    return was === undefined ? [] : [former(link, was, later === undefined ? null : pathOf(scene.after, later), later)];
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

function joined(root: string | undefined, path: string | undefined) {
  return root === undefined || path === undefined ? undefined : `${root}${path}`;
}

/** All URLs after the plan, with their space if known. */
function answeredIn(scene: Scene): ReadonlyMap<string, unknown> {
  const answered = new Map<string, unknown>();
  for (const site of scene.after.live.objects.filter(({ kind }) => kind === 'site')) {
    const former = scene.before.find('site', site.id);
    const root = former === undefined ? undefined : rootThen(former, site).published;
    if (root === undefined) continue;
    answered.set(root, undefined);
    for (const [path, space] of pathsOf(scene.after, site)) answered.set(`${root}${path}`, space);
  }
  return answered;
}

export function pathsOf(state: State, site: LiveObject): readonly (readonly [string, unknown])[] {
  const sections = state
    .childrenOf('section', site.id)
    .map((section) => [sectionPath(state, section), undefined] as const);
  const links = siteSpacesOf(state, site).map((link) => [pathOf(state, link), link.fields.space] as const);
  return [...sections, ...links].flatMap(([path, space]) => (path === undefined ? [] : [[path, space] as const]));
}
