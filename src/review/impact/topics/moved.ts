/** Finds published URLs that change, end or are added. */

import { areSpaceContainersRead, mayBePublished } from '../../../access/audience/of-object.ts';
import { parentOf, type State, sitesIn } from '../../../access/audience/state.ts';
import { joinSome } from '../../../core/count.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import type { Impact } from '../../../core/impact.ts';
import type { LiveObject } from '../../../core/state.ts';
import { about, movedIn, type Scene } from '../simulation/scene.ts';
import { pathOf, rootNow, rootThen, type SiteRoot, sectionPath } from '../simulation/site-paths.ts';
import { audienceOf, otherSpaces, siteSpacesOf } from './readers.ts';

export function movedAddresses(scene: Scene): readonly Impact[] {
  const moved = movedIn(scene).all;
  const sites = sitesIn(scene.before).filter(({ id }) => moved.has(id));
  return [...sites.flatMap((site) => siteUrlImpacts(scene, site)), ...otherHostname(scene)];
}

function siteUrlImpacts(scene: Scene, before: LiveObject): readonly Impact[] {
  const after = scene.after.find('site', before.id);
  if (after === undefined) return [endedSite(scene, before)];
  const roots = { before: rootNow(before), after: rootThen(before, after) };
  return [...movedRoot(scene, { before, after, roots }), ...movedParts(scene, { before, after, roots })];
}

/** The contract does not say whether published URLs change. */
function otherHostname(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((before): readonly Impact[] => {
    const after = before.kind === 'organization' ? scene.after.find(before.kind, before.id) : undefined;
    const [was, is] = [before.fields.hostname ?? null, after?.fields.hostname ?? null];
    if (after === undefined || was === is) return [];
    return [
      {
        ...base(scene, after, after, after, 'hostname'),
        severity: 'notable',
        what: 'the default hostname of public content changes',
        before: was,
        after: is,
        who: [],
        details: [
          'URLs of sites without a proxy or custom hostname: (unknown: the API does not define whether they change)',
        ],
      },
    ];
  });
}

interface Site {
  readonly before: LiveObject;
  readonly after: LiveObject;
  readonly roots: { readonly before: SiteRoot; readonly after: SiteRoot };
}

function endedSite(scene: Scene, site: LiveObject): Impact {
  const { published } = rootNow(site);
  return {
    ...base(scene, site, site, site),
    severity: mayBePublished(site) ? 'high-risk' : 'info',
    what: 'the site is deleted; its URL and all URLs below it stop working',
    details: belowOf(scene.before, scene, site),
    ...withoutUndefined({ before: published, after: null }),
  };
}

/** The basename or proxy changes: the URL for readers, or only the URL at the platform. */
function movedRoot(scene: Scene, { before, after, roots }: Site): readonly Impact[] {
  const cause = ['proxy', 'basename'].find((name) => (before.fields[name] ?? null) !== (after.fields[name] ?? null));
  const isSame = (root: keyof SiteRoot) => roots.before[root] === roots.after[root] && roots.before[root] !== undefined;
  const root = (['published', 'hosted'] as const).find((each) => !isSame(each));
  if (cause === undefined || root === undefined) return [];
  const said: Pick<Impact, 'severity' | 'what' | 'details'> =
    root === 'published'
      ? {
          severity: mayBePublished(before) ? 'high-risk' : 'info',
          what: 'its URL and all URLs below it change',
          details: belowOf(scene.before, scene, before),
        }
      : {
          severity: 'notable',
          what: 'the URL behind its proxy or custom hostname changes; the proxy must use the new URL',
          details: [],
        };
  const values = withoutUndefined({ before: roots.before[root], after: roots.after[root] });
  return [{ ...base(scene, after, before, before, cause), ...said, ...values }];
}

function movedParts(scene: Scene, site: Site): readonly Impact[] {
  const [links, now] = [siteSpacesOf(scene.before, site.before), siteSpacesOf(scene.after, site.after)];
  const taken = new Map<string, LiveObject>();
  for (const link of now) taken.set(pathOf(scene.after, link) ?? '?', link);
  const laterOf = laterAmong(scene, now);
  const shown = new Set(links.map(({ fields }) => fields.space));
  const begun = now.filter(
    ({ id, fields }) => scene.before.find('site-space', id) === undefined && !shown.has(fields.space ?? null),
  );
  return [
    ...links.flatMap((link) => movedLink(scene, site, link, { laterOf, taken })),
    ...begun.map((link) => begunLink(scene, site, link)),
    ...movedSections(scene, site),
  ];
}

interface Afterwards {
  readonly laterOf: ReturnType<typeof laterAmong>;
  readonly taken: ReadonlyMap<string, LiveObject>;
}

/** A link with an unknown URL has no consequence, because a change of the URL is unknown too. */
function movedLink(
  scene: Scene,
  { before, after, roots }: Site,
  link: LiveObject,
  { laterOf, taken }: Afterwards,
): readonly Impact[] {
  const was = pathOf(scene.before, link);
  const then = laterOf(link);
  const is = then && pathOf(scene.after, then);
  if (then !== undefined && (was === undefined || was === is)) return [];
  const instead = was === undefined ? undefined : taken.get(was);
  const isVacant = was !== undefined && !taken.has('?') && areSpaceContainersRead(scene.after, after);
  const isSame = instead !== undefined && instead.fields.space === link.fields.space;
  // The URL still shows the same space.
  if (isSame && then === undefined) return [];
  const staying = then === undefined ? stayingAt(scene, link, after, roots) : [];
  return [
    {
      ...base(scene, then ?? link, link, after),
      ...rootOf(roots),
      ...causeOf(scene, link, then),
      subject: placeName(scene, link),
      severity: severityOf(scene, before, link, { isEnding: then === undefined && instead === undefined, isSame }),
      ...(then === undefined ? removal(instead, isVacant, placeOfRemoved(scene, link, staying)) : urlChange),
      ...withoutUndefined({
        before: urlAt(roots.before, was),
        after: then === undefined ? null : urlAt(roots.after, is),
      }),
      details: withoutMissing(
        instead !== undefined &&
          `the old URL ${isSame ? 'still shows this space' : `shows ${scene.subjectOf(instead)} instead`}`,
        staying.length > 0 && stayingText(staying),
      ),
    },
  ];
}

/** The URLs of other links to the same space, which stay on the site. undefined: unknown. */
function stayingAt(scene: Scene, { fields }: LiveObject, after: LiveObject, roots: Site['roots']) {
  return siteSpacesOf(scene.after, after)
    .filter((each) => fields.space !== undefined && each.fields.space === fields.space)
    .map((each) => urlAt(roots.after, pathOf(scene.after, each)));
}

function stayingText(urls: readonly (string | undefined)[]) {
  const known = urls.filter((url) => url !== undefined).sort();
  return `the space stays on the site${known.length === 0 ? ' (URL unknown)' : ` at ${joinSome(known, 3)}`}`;
}

/** The section, if the space stays on the site. */
function placeOfRemoved({ before }: Scene, { parentId }: LiveObject, staying: readonly unknown[]) {
  if (staying.length === 0) return 'the site';
  return before.find('section', parentId ?? undefined) === undefined ? 'one place of the site' : 'the section';
}

/** `isVacant`: no space is shown at the URL, unless `instead` is. Otherwise that is unknown. */
function removal(instead: LiveObject | undefined, isVacant: boolean, place: string) {
  const [url, urls] =
    instead !== undefined
      ? ['shows another space', 'show other spaces']
      : isVacant
        ? ['stops working', 'stop working']
        : ['no longer shows it', 'no longer show them'];
  return {
    what: `the space is removed from ${place}; its URL ${url}`,
    ofSeveral: `# are removed from ${place}; their URLs ${urls}`,
  };
}

const urlChange = { what: 'URL changes', ofSeveral: 'The URLs of # change' };

function rootOf({ before }: Site['roots']): Pick<Impact, 'root'> {
  return withoutUndefined({ root: before.published });
}

/** A deleted section has a consequence of its own. */
function severityOf(
  { after }: Scene,
  site: LiveObject,
  { parentId }: LiveObject,
  { isEnding, isSame }: { readonly isEnding: boolean; readonly isSame: boolean },
): Impact['severity'] {
  if (!mayBePublished(site) || isSame) return 'info';
  const isStanding = parentId === site.id || after.find('section', parentId ?? undefined) !== undefined;
  return isEnding && isStanding ? 'high-risk' : 'notable';
}

/** `space "Home" in section "Guides"` */
export function placeName({ before, after, subjectOf }: Scene, link: LiveObject): string {
  const id = link.parentId ?? undefined;
  const section = before.find('section', id) ?? after.find('section', id);
  return section === undefined ? subjectOf(link) : `${subjectOf(link)} in ${subjectOf(section)}`;
}

/** The declaration that changes the URL: its path, the path of a parent, or a default. */
function causeOf(scene: Scene, link: LiveObject, then: LiveObject | undefined): Pick<Impact, 'source'> {
  if (then === undefined || then.id !== link.id) return {};
  for (let former: LiveObject | undefined = link; former !== undefined; former = parentOf(scene.before, former)) {
    const now = scene.after.find(former.kind, former.id, former.parentId);
    const field = ['path', 'default', 'defaultSection'].find((name) => former?.fields[name] !== now?.fields[name]);
    if (now !== undefined && field !== undefined) return scene.sourceOf(scene.addressOf(now), field);
  }
  return {};
}

/** `now`: the links of the site after the plan. Finds the same link, or a new link to the same space. */
export function laterAmong(
  { before }: Scene,
  now: readonly LiveObject[],
): (link: LiveObject) => LiveObject | undefined {
  const byId = new Map(now.map((link) => [link.id, link]));
  const anew = new Map<unknown, LiveObject>();
  for (const link of now.toReversed())
    if (before.find('site-space', link.id) === undefined) anew.set(link.fields.space, link);
  return ({ id, fields }) => byId.get(id) ?? anew.get(fields.space);
}

function begunLink(scene: Scene, { before, after, roots }: Site, link: LiveObject): Impact {
  const path = pathOf(scene.after, link);
  return {
    ...base(scene, link, link, after),
    ...rootOf(roots),
    topic: 'shown',
    subject: placeName(scene, link),
    severity: mayBePublished(before) ? 'notable' : 'info',
    what: `the space is added to ${scene.subjectOf(after)}`,
    ofSeveral: `# are added to ${scene.subjectOf(after)}`,
    before: null,
    ...withoutUndefined({ after: urlAt(roots.after, path) }),
    details: [],
  };
}

/** Deleted sections, and moved sections with unknown spaces. */
function movedSections(scene: Scene, { before: site, after, roots }: Site): readonly Impact[] {
  const laterOf = laterAmong(scene, siteSpacesOf(scene.after, after));
  return scene.before.childrenOf('section', site.id).flatMap((section): readonly Impact[] => {
    const then = scene.after.find('section', section.id);
    const [was, is] = [sectionPath(scene.before, section), then && sectionPath(scene.after, then)];
    const isKnown = scene.before.isWhole('site-space', section.id);
    const unread = !isKnown && 'other spaces: (unknown: not read by docform)';
    const former = {
      ...base(scene, section, section, site, 'path'),
      ...rootOf(roots),
      ...withoutUndefined({ before: urlAt(roots.before, was) }),
    };
    if (then === undefined) {
      const gone = scene.before.childrenOf('site-space', section.id).filter((link) => laterOf(link) === undefined);
      if (isKnown && gone.length === 0) return [];
      const isStaying = (link: LiveObject) => stayingAt(scene, link, after, roots).length > 0;
      const [lost, staying] = [gone.filter((link) => !isStaying(link)), gone.filter(isStaying)];
      const details = withoutMissing(
        lost.length > 0 && `spaces: ${joinSome(lost.map(scene.titleOf), 12)}`,
        staying.length > 0 && `spaces that stay on the site: ${joinSome(staying.map(scene.titleOf), 12)}`,
        unread,
      );
      const isLosing = lost.length > 0 || !isKnown;
      return [{ ...former, ...deletedSectionWords(site, isLosing), topic: 'removed', after: null, details }];
    }
    if (isKnown || was === undefined || was === is) return [];
    const severity = mayBePublished(site) ? 'notable' : 'info';
    const details = withoutMissing(unread);
    return [{ ...former, severity, ...urlChange, ...withoutUndefined({ after: urlAt(roots.after, is) }), details }];
  });
}

function deletedSectionWords(site: LiveObject, isLosing: boolean): Pick<Impact, 'severity' | 'what'> {
  const loss = isLosing ? 'readers lose its published pages' : 'its spaces stay on the site at other URLs';
  return mayBePublished(site)
    ? { severity: 'high-risk', what: `the section is deleted; ${loss}` }
    : { severity: 'info', what: 'the section is deleted; its URL stops working' };
}

/** `site`: defines the audience. */
function base(scene: Scene, object: LiveObject, former: LiveObject, site: LiveObject, field?: string) {
  const common = { on: 'readers' as const, topic: 'address' as const, ...about(scene, object, field) };
  return { ...common, subject: scene.subjectOf(former), who: audienceOf(site) };
}

function urlAt({ published = '' }: SiteRoot, path: string | undefined) {
  if (path === undefined) return undefined;
  return published === '' && path === '' ? '/' : `${published}${path}`;
}

function belowOf(state: State, { titleOf }: Scene, site: LiveObject) {
  const links = siteSpacesOf(state, site);
  const named = links.length > 0 && `affected spaces: ${joinSome([...new Set(links.map(titleOf))], 12)}`;
  return withoutMissing(named, !areSpaceContainersRead(state, site) && otherSpaces);
}
