/** Writes of a lane in its sites; many change several objects at once. */
import { type LaneState, replaced, type Section, type Site, type Step, titleOf } from './lane-state.ts';
import type { StepInput } from './steps.ts';

const mostSites = 2;
const mostSections = 6;

type Then = (...by: readonly Site[]) => LaneState;

interface SitePlace {
  readonly site: Site;
  /** Path of the site. */
  readonly path: string;
  readonly then: Then;
}

export function siteStep(input: StepInput): Step {
  const { state, random, idOf } = input;
  const site = random.pick(state.sites);
  const choice = random.below(20);
  if (site === undefined || (choice < 2 && state.sites.length < mostSites)) return newSite(input);
  const path = `~/sites/${idOf(`site ${site.name}`)}`;
  const then: Then = (...by) => ({ ...state, sites: replaced(state.sites, site, ...by) });
  if (choice === 2) return { method: 'DELETE', path, status: 205, after: then() };
  if (choice === 3) {
    const next = { ...site, version: site.version + 1 };
    return { method: 'PATCH', path, body: { title: titleOf(next.name, next.version) }, status: 200, after: then(next) };
  }
  const place = { site, path, then };
  if (choice < 7) return siteSpaceStep(input, place) ?? newSection(input, place);
  if (site.sections.length === 0 || (choice < 10 && site.sections.length < mostSections))
    return newSection(input, place);
  return choice < 14 ? groupStep(input, place) : sectionStep(input, place);
}

function newSite({ state, random, newName, spaces }: StepInput): Step {
  const name = newName();
  const flat = random.some(spaces, 1 + random.below(4));
  const after = { ...state, sites: [...state.sites, { name, version: 0, flat, sections: [] }] };
  return {
    method: 'POST',
    path: '~/sites',
    body: { title: name, spaces: flat },
    status: 201,
    after,
    made: `site ${name}`,
  };
}

/** The first section of a flat site wraps its site-spaces. */
function newSection({ random, newName, spaces }: StepInput, { site, path, then }: SitePlace): Step {
  const name = newName();
  const spaceId = random.pick(spaces) ?? '';
  const wrapper: Section = { name: site.name, version: 0, group: null, spaces: site.flat, isDefault: true };
  const before = site.flat.length > 0 ? [wrapper] : site.sections;
  const section: Section = { name, version: 0, group: null, spaces: [spaceId], isDefault: before.length === 0 };
  const after = then({ ...site, flat: [], sections: [...before, section] });
  const body = { spaceId, title: name };
  const untold = site.flat.length > 0 ? { untold: `section ${site.name}` as const } : {};
  return { method: 'POST', path: `${path}/sections`, body, status: 201, after, made: `section ${name}`, ...untold };
}

/** undefined: the site already has every space. */
function siteSpaceStep({ random, spaces, idOf }: StepInput, { site, path, then }: SitePlace): Step | undefined {
  const section = random.pick(site.sections);
  const present = section?.spaces ?? site.flat;
  const spaceId = random.pick(spaces.filter((id) => !present.includes(id)));
  if (spaceId === undefined) return undefined;
  const more = [...present, spaceId];
  if (section === undefined) {
    return {
      method: 'POST',
      path: `${path}/site-spaces`,
      body: { spaceId },
      status: 201,
      after: then({ ...site, flat: more }),
    };
  }
  const body = { spaceId, sectionId: idOf(`section ${section.name}`) };
  const sections = replaced(site.sections, section, { ...section, spaces: more });
  return { method: 'POST', path: `${path}/site-spaces`, body, status: 201, after: then({ ...site, sections }) };
}

/** Groups two root sections, or deletes a group, whose sections stay. */
function groupStep(input: StepInput, place: SitePlace): Step {
  const { random, newName, idOf } = input;
  const { site, path, then } = place;
  const group = random.pick(site.sections.flatMap((section) => section.group ?? []));
  if (group !== undefined && random.isTrue(0.5)) {
    const sections = site.sections.map((section) => (section.group === group ? { ...section, group: null } : section));
    const target = `${path}/section-groups/${idOf(`section-group ${group}`)}`;
    return { method: 'DELETE', path: target, status: 205, after: then({ ...site, sections }) };
  }
  const joining = random.some(
    site.sections.filter((section) => section.group === null),
    2,
  );
  if (joining.length === 0) return sectionStep(input, place);
  const name = newName();
  const rest = site.sections.filter((section) => !joining.includes(section));
  const after = then({ ...site, sections: [...rest, ...joining.map((section) => ({ ...section, group: name }))] });
  const body = { title: name, sections: joining.map((section) => idOf(`section ${section.name}`)) };
  return { method: 'POST', path: `${path}/section-groups`, body, status: 201, after, made: `section-group ${name}` };
}

/** Changes a default or a field, moves a root section, or deletes a section. */
function sectionStep({ random, idOf }: StepInput, { site, path, then }: SitePlace): Step {
  const { sections } = site;
  const section = random.pick(sections) as Section;
  const id = idOf(`section ${section.name}`);
  const own = `${path}/sections/${id}`;
  const choice = random.below(4);
  if (choice === 0) {
    const after = then({ ...site, sections: sections.map((each) => ({ ...each, isDefault: each === section })) });
    return { method: 'PATCH', path, body: { defaultSiteSection: id }, status: 200, after };
  }
  if (choice === 1 && section.group === null) {
    return { method: 'DELETE', path: own, status: 205, after: then({ ...site, sections: without(sections, section) }) };
  }
  const other = random.pick(sections.filter((each) => each !== section && each.group === null));
  if (choice === 2 && section.group === null && other !== undefined) {
    const isBefore = random.isTrue(0.5);
    const position = {
      [isBefore ? 'before' : 'after']: { type: 'site-section', siteSection: idOf(`section ${other.name}`) },
    };
    const left = replaced(sections, section);
    const moved = isBefore ? replaced(left, other, section, other) : replaced(left, other, other, section);
    return {
      method: 'POST',
      path: `${own}/move`,
      body: { position },
      status: 200,
      after: then({ ...site, sections: moved }),
    };
  }
  const next = { ...section, version: section.version + 1 };
  const after = then({ ...site, sections: replaced(sections, section, next) });
  return { method: 'PATCH', path: own, body: { description: `v${next.version}` }, status: 200, after };
}

/** If the default is removed, the next section becomes the default, or the first after the last. */
function without(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sections.indexOf(section);
  const left = replaced(sections, section);
  if (!section.isDefault) return left;
  const next = left[at] ?? left[0];
  return left.map((each) => ({ ...each, isDefault: each === next }));
}
