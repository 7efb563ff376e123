/** Adds redirects for the paths that a plan moves, in sites that ask for them. */
import { type Address, childAddress, listOf } from '../core/address.ts';
import { type Desired, type DesiredResource, isReference } from '../core/state.ts';
import { type ImpactInput, sceneOfPlan } from './impact.ts';
import { movedPaths, pathsOf } from './redirects.ts';
import { parentIn, type Scene } from './scene.ts';

/** A redirect that an earlier apply announced, and did not create before its end. */
export interface LeftRedirect extends Pick<DesiredResource, 'address' | 'fields'> {}

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
  const isWanted = ({ address, fields }: LeftRedirect): boolean =>
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
  if (!input.live.objects.some(({ kind }) => kind === 'redirect') && !input.plan.steps.some(isOfRedirects)) return [];
  const { scene } = sceneOfPlan(input);
  const shown = shownPaths(scene);
  return scene.after.live.objects.flatMap((each) => {
    const site = each.kind === 'redirect' && each.fields.draft !== true && parentIn(scene.after, each);
    if (!site || !shown.get(scene.addressOf(site))?.has(String(each.fields.source))) return [];
    const address = scene.addressOf(each);
    return [{ address, text: 'its source is a path that the site shows. Remove the redirect, or change the path' }];
  });
}

function isOfRedirects({ kind }: { readonly kind: string }) {
  return kind === 'redirect';
}

function siteOf(address: Address) {
  return listOf(listOf(address));
}

/** Paths that answer after the plan, by site. */
function shownPaths(scene: Scene): ReadonlyMap<Address, ReadonlySet<string>> {
  const sites = scene.after.live.objects.filter(({ kind }) => kind === 'site');
  return new Map(
    sites.map((site) => [scene.addressOf(site), new Set(pathsOf(scene.after, site).map(([path]) => path))]),
  );
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
  return [from(path, {}), ...(isExact ? [] : [from(`${path}/*`, { captureWildcard: true })])];
}
