/** The sites of an outline as desired state. */
import { type DesiredDraft, declare, list } from './desired-of.ts';
import type { FieldValues } from './outline.ts';
import type { LinkOutline, SectionOutline, SiteOutline } from './outline-sites.ts';

export function declareSite(draft: DesiredDraft, key: string, outline: SiteOutline): void {
  const { name, fields, visitor, structure, shareLinks } = claimed(outline);
  const flatDefault = structure?.form === 'flat' ? structure.default : undefined;
  const isDefaultThere =
    flatDefault !== undefined &&
    known(draft, structure?.form === 'flat' ? structure.spaces : []).some(({ space }) => space === flatDefault);
  const first = isDefaultThere ? { defaultSiteSpace: flatDefault } : {};
  const site = declare(draft, 'site', null, key, { title: name, ...fields, ...first }, { replace: true });
  if (visitor) declare(draft, 'adaptive-schema', site, 'visitor', visitor);
  if (shareLinks) {
    list(draft, `${site}/shareLinks`, 'share-link');
    for (const [link, block] of Object.entries(shareLinks)) declare(draft, 'share-link', site, link, { name: block.name, ...block.fields });
  }
  if (structure === undefined) return;
  if (structure.form !== 'flat') {
    list(draft, `${site}/sections`, 'section');
    list(draft, `${site}/groups`, 'section-group');
  }
  if (structure.form !== 'sectioned') list(draft, `${site}/spaces`, 'site-space');
  if (structure.form === 'flat') draft.orders[site] = declareSiteSpaces(draft, site, structure.spaces);
  else draft.orders[site] = structure.form === 'empty' ? [] : structure.items.map((item) => declareItem(draft, site, item));
}

function declareItem(
  draft: DesiredDraft,
  site: string,
  item: Extract<SiteOutline['structure'], { form: 'sectioned' }>['items'][number],
): string {
  if ('section' in item) return declareSection(draft, site, item, null);
  const group = declare(draft, 'section-group', site, item.group, { title: item.name, ...item.fields });
  draft.orders[group] = item.sections.map((section) => declareSection(draft, site, section, group));
  return group;
}

function declareSection(
  draft: DesiredDraft,
  site: string,
  { section, name, fields, spaces }: SectionOutline,
  group: string | null,
): string {
  const place = { group: group === null ? null : { ref: group } };
  const address = declare(draft, 'section', site, section, { title: name, ...fields, ...place });
  list(draft, `${address}/spaces`, 'site-space');
  draft.orders[address] = declareSiteSpaces(draft, address, spaces);
  return address;
}

/** Conditions use declared claims only. */
function claimed(outline: SiteOutline): SiteOutline {
  const names = JSON.stringify(outline.visitor ?? {});
  const isKnown = (condition: unknown): boolean =>
    !['partner', 'beta'].some((claim) => String(condition).includes(claim) && !names.includes(claim));
  const { structure } = outline;
  if (structure === undefined || structure.form === 'empty') return outline;
  const checked = <T extends { readonly fields: FieldValues }>(part: T): T =>
    isKnown(part.fields.condition) ? part : { ...part, fields: { ...part.fields, condition: null } };
  const section = (part: SectionOutline): SectionOutline => ({ ...checked(part), spaces: part.spaces.map(checked) });
  if (structure.form === 'flat') return { ...outline, structure: { ...structure, spaces: structure.spaces.map(checked) } };
  const items = structure.items.map((item) => ('section' in item ? section(item) : { ...item, sections: item.sections.map(section) }));
  return { ...outline, structure: { form: 'sectioned', items } };
}

/** What is kept from before may name a space that is not declared any more. */
function known(draft: DesiredDraft, links: readonly LinkOutline[]): readonly LinkOutline[] {
  const there = links.filter(({ space }) => draft.resources.has(`spaces/${space}`));
  return there.length > 0 ? there : [{ space: 'home', fields: {} }];
}

function declareSiteSpaces(draft: DesiredDraft, container: string, links: readonly LinkOutline[]): readonly string[] {
  return known(draft, links).map(({ space, fields }) => declare(draft, 'site-space', container, space, fields));
}
