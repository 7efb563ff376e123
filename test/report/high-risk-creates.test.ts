/** All reports describe access that new objects open in the same words, and comments do so at any length. */
import { expect, test } from 'vitest';
import { planJson } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { readPlan } from '../../src/report/plan/read-plan.ts';
import { planText } from '../../src/report/plan/text.ts';
import { caseOf } from '../support/case.ts';
import { runCase } from '../support/run-case.ts';

/** Creates of every kind, and enough teams to leave little room in a comment. */
const scene = caseOf({
  live: {
    settings: { defaultRole: 'read' },
    members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'edit' },
    teams: { docs: { title: 'Docs', members: { 'ana@acme.dev': 'owner' } } },
    collections: { legal: { title: 'Legal', defaultLevel: null } },
    spaces: { contracts: { collection: 'legal', defaultLevel: 'inherit' } },
    sites: { partners: { title: 'Partners', visibility: 'share-link' } },
  },
  desired: `
settings: { title: Acme }
members: { ana@acme.dev: admin, bo@acme.dev: edit }
teams:
  docs: { title: Docs, members: { ana@acme.dev: owner, bo@acme.dev: owner } }
${Array.from({ length: 60 }, (_, at) => `  team-${at}: { title: Team ${at}, members: { bo@acme.dev: owner } }`).join('\n')}
saml: { okta: { label: Okta, defaultRole: read } }
collections:
  legal: { title: Legal }
  open: { title: Open, defaultLevel: edit }
  narrow: { title: Narrow, defaultLevel: read }
spaces:
  contracts: { title: Contracts, collection: null }
  copy: { title: Copy, copyOf: contracts, collection: legal, defaultLevel: read }
sites:
  partners: { title: Partners, shareLinks: { globex: { name: Globex }, initech: { name: Initech, active: false } } }
  help: { title: Help, visibility: unlisted, shareLinks: { hooli: { name: Hooli } } }
  inside: { title: Inside, visibility: visitor-auth }
`,
});

const highRisk = {
  'collections/open': 'more people can read or change its content (field: defaultLevel)',
  'saml/okta': 'new members get more permissions (field: defaultRole)',
  'sites/partners/shareLinks/globex': 'anyone who has the URL of this new share link can read the site (field: active)',
  'sites/partners/shareLinks/initech':
    'anyone who has the share link can read it until docform sets active in a second request (field: active)',
  'spaces/contracts':
    'more people can read or change its content, because it inherits different access (field: collection)',
  'spaces/copy': 'more people can read its content (field: defaultLevel)',
  'teams/docs/members/bo@acme.dev': 'this person can manage the members of the team (field: role)',
};
const line = `${Object.keys(highRisk).length} high-risk changes.`;

test('a new provider, share link, owner, or level that widens access is high-risk in text, comment and JSON', async () => {
  const { planned, faults } = await runCase(scene);
  expect(faults).toEqual([]);
  const told = (text: string, mark: RegExp): object =>
    Object.fromEntries([...text.matchAll(mark)].map(([, address = '', said = '']) => [address, said]));
  const text = planText(planned.plan);
  expect(text).toContain(line);
  expect(text).toMatch(/sites\/help "Help"\n(.*\n)+? +note: readers cannot see it/);
  expect([...text.matchAll(/^ {2}! [+~>] (\S+)/gm)].map(([, address]) => address).sort()).toEqual(
    Object.keys(highRisk).sort(),
  );
  // A change repeats no reason that an effect gives.
  const unfolded = text.replace(/\n {6}/g, ' ');
  for (const said of Object.values(highRisk)) expect(unfolded).toContain(`: ${said.replace(/ \(field: \w+\)$/, '')}`);
  expect([...text.matchAll(/^ {6}high-risk: (.*)$/gm)].map(([, said]) => said).sort()).toEqual([
    highRisk['teams/docs/members/bo@acme.dev'],
  ]);
  const document = planJson(planned.plan, planned);
  const read = readPlan(document);
  if (!('plan' in read)) throw new Error(JSON.stringify(read));
  expect(planText(read.plan)).toBe(text);
  for (const budgetBytes of [65_000, 6_000, 3_800]) {
    const comment = planComment(planned.plan, { budgetBytes });
    expect(comment.isWhole).toBe(true);
    expect(comment.text).toContain(line);
    expect(
      told(comment.text.replaceAll('\\', ''), /^- `[+~>]` \w+ `(\S+?)`.*\n {2}- \*\*high-risk\*\*: (.*)$/gm),
    ).toEqual(
      budgetBytes === 65_000
        ? { 'teams/docs/members/bo@acme.dev': highRisk['teams/docs/members/bo@acme.dev'] }
        : expect.anything(),
    );
    for (const said of Object.values(highRisk))
      expect(comment.text.replaceAll('\\', '')).toContain(said.replace(/ \(field: \w+\)$/, ''));
  }
});
