/** A platform to which docform has applied teams and a site with sections, and changes made outside docform. */
import { expect } from 'vitest';
import { workspace } from './plan-workspace.ts';

const site = `  docs:
    title: Docs
    basename: docs
    structure:
      - { section: guides, title: Guides, path: guides, spaces: [{ space: home }] }
      - { section: payments, title: Payments, path: payments, spaces: [{ space: notes }] }
      - { section: support, title: Support, path: support, spaces: [{ space: home }] }
    shareLinks: { globex: { name: Globex } }
`;
export const whole = `version: 1
teams:
  docs: { title: Docs }
  support: { title: Support }
  legal: { title: Legal }
  writers: { title: Writers }
spaces:
  home: { title: Home }
  notes: { title: Notes, copyOf: home }
sites:
${site}`;

export type Drifted = Awaited<ReturnType<typeof appliedWorkspace>>;

export async function appliedWorkspace(text = whole) {
  const place = await workspace(text);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  place.platform.requests.clear();
  const siteId = () => place.titled('sites', 'Docs');
  const partId = async (list: string, title: string) => place.titled(`sites/${await siteId()}/${list}`, title);
  return { ...place, siteId, partId };
}

/** Renames a site and a team, deletes a team and a section, adds a team, and puts the last section first. */
export async function changeByHand({ ask, titled, siteId, platform }: Drifted): Promise<void> {
  const at = `sites/${await siteId()}`;
  await ask('PATCH', at, { title: 'By hand' });
  await ask('PATCH', `teams/${await titled('teams', 'Legal')}`, { title: 'Law' });
  await ask('DELETE', `teams/${await titled('teams', 'Support')}`);
  await ask('PUT', 'teams', { title: '<b>By hand</b>' });
  const ids = (await ask('GET', `${at}/sections`)).items.map(({ id }) => id);
  await ask('POST', `${at}/sections/${ids[2]}/move`, {
    position: { before: { type: 'site-section', siteSection: ids[0] } },
  });
  await ask('DELETE', `${at}/sections/${ids[1]}`);
  platform.requests.clear();
}
