/** Drift reports list the impact before the changes: readers, URLs and share links. */
import { expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import { highRiskFields } from '../../src/plan/result/severity.ts';
import { driftMarkdown, driftText } from '../../src/report/drift/drift.ts';
import { driftDocument } from '../../src/report/drift/drift-json.ts';
import { speak } from '../server/open.ts';
import { caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const each = caseOf({
  live: {
    spaces: { home: { title: 'Home' }, api: { title: 'Api' } },
    sites: { docs: { title: 'Docs', basename: 'docs' } },
  },
  desired: `sites:
  docs:
    title: Docs
    basename: docs
    visibility: share-link
    adaptiveContent: true
    visitor: { claims: { partner: { type: boolean, description: Partner } } }
    structure:
      - { section: guides, title: Guides, path: guides, spaces: [{ space: home, path: home }] }
      - { section: api, title: Api, path: api, condition: visitor.claims.partner == true, spaces: [{ space: api, path: api }] }
    shareLinks: { globex: { name: Globex } }
spaces: { home: { title: Home }, api: { title: Api } }
`,
});

test('drift reports the impact of wider visibility, a moved section, a lost condition and a revoked link', async () => {
  const { reference, options } = await openCase(each);
  await apply(await plan(options), options);
  expect((await drift({ ...options, today: '2026-01-01' })).impact).toEqual([]);
  const { resources } = (await options.ledger.load()).ledger;
  const at = (address: string): string => resources[address]?.id ?? '';
  const { patch, delete: remove } = speak(reference);
  const site = `~/sites/${at('sites/docs')}`;
  await patch(site, { visibility: 'public', basename: 'help' });
  await patch(`${site}/sections/${at('sites/docs/sections/api')}`, { path: 'reference', condition: null });
  await remove(`${site}/share-links/${at('sites/docs/shareLinks/globex')}`);
  const { drift: found, impact, digest } = await drift({ ...options, today: '2026-01-01' });
  const highRisk = impact.filter(({ severity }) => severity === 'high-risk');
  const opening = found.entries.flatMap((entry) =>
    highRiskFields(entry).map(({ field }) => ({ address: entry.address, field })),
  );
  expect(opening).toHaveLength(2);
  for (const each of opening) expect(highRisk).toContainEqual(expect.objectContaining(each));
  const text = driftText(found, { digest, impact });
  expect(text.slice(text.indexOf('Readers notice'), text.indexOf('Missing from'))).toBe(`Readers notice
  ! site "Docs": more people can read it
      visibility: "share-link" → "public"
      Audience before: anyone with an active share link; after: anyone
      spaces: Home, Api
      this also lets AI agents read the site
  ! site "Docs": its URL and all URLs below it change
      URL: "https://acme.docs.example.com/docs" →
        "https://acme.docs.example.com/help"
      Audience: anyone with an active share link
      affected spaces: Home, Api
  ! section "Api": visitors may see content that was hidden from them
      condition: "visitor.claims.partner == true" → (none)
      Audience before: anyone with an active share link whose claims meet
        "visitor.claims.partner == true"; after: anyone
      spaces: Api
  * space "Api" in section "Api": URL changes
      URL: "https://acme.docs.example.com/docs/api" →
        "https://acme.docs.example.com/help/reference"
      Audience: anyone (public, indexed by search engines)
  * share link "Globex": the share link is deleted; its URL stops working
      permanently
      visibility of site "Docs": public

`);
  expect(driftMarkdown(found, { digest, impact })).toMatch(
    /> \[!CAUTION\]\n> \*\*Readers notice \(high-risk\)\*\*\n>\n> - \*\*site "Docs"\*\* \(`sites\/docs`\): more people can read it/,
  );
  expect(driftDocument(found, { host: 'local', digest, impact }).impact[0]).toMatchObject({
    ...{
      on: 'readers',
      topic: 'opened',
      severity: 'high-risk',
      address: 'sites/docs',
      before: 'share-link',
      after: 'public',
    },
  });
  reference.close();
});

test('drift reports an active share link created outside docform as high-risk', async () => {
  const { reference, options } = await openCase(each);
  await apply(await plan(options), options);
  const { resources } = (await options.ledger.load()).ledger;
  const { post, patch } = speak(reference);
  const site = `~/sites/${resources['sites/docs']?.id}`;
  const link = await post(`${site}/share-links`, { name: 'Initech' });
  const highRisk = async () => {
    const { drift: found, impact, digest } = await drift({ ...options, today: '2026-01-01' });
    const told = [driftText(found, { digest, impact }), driftMarkdown(found, { digest, impact })];
    const counted = told.map((text) => /(\d+) high-risk change/.exec(text)?.[1]);
    return {
      counted,
      at: impact.filter(({ severity }) => severity === 'high-risk').map(({ subject, what }) => `${subject}: ${what}`),
    };
  };
  expect(await highRisk()).toEqual({
    counted: ['1', '1'],
    at: ['share link "Initech": anyone who has the URL of this new share link can read the site'],
  });
  await patch(`${site}/share-links/${link.id}`, { active: false });
  expect(await highRisk()).toEqual({ counted: [undefined, undefined], at: [] });
  reference.close();
});

test('drift names a space in the trash by its title, and also a space that leaves a site', async () => {
  const spaces = { home: { title: 'Home' }, old: { title: 'Old' } };
  const desired = `sites: { docs: { title: Docs, structure: [{ space: home }, { space: old, path: old }] } }
spaces: { home: { title: Home }, old: { title: Old } }
`;
  const { reference, options } = await openCase(caseOf({ live: { spaces }, desired }));
  await apply(await plan(options), options);
  const { resources } = (await options.ledger.load()).ledger;
  await speak(reference).delete(`/v1/spaces/${resources['spaces/old']?.id}`);
  const { impact } = await drift({ ...options, today: '2026-01-01' });
  expect(impact.map(({ subject, what }) => `${subject}: ${what}`)).toEqual([
    'space "Old": the space is removed from the site; its URL stops working',
    'space "Old": the space is in the trash and will be deleted permanently',
  ]);
  reference.close();
});

test('an unmanaged collection is not new, and a closed space that somebody adds to a site is high-risk', async () => {
  const closed = caseOf({
    live: {
      collections: { internal: { title: 'Internal', defaultLevel: null } },
      spaces: { home: { title: 'Home' }, runbook: { title: 'Runbook', collection: 'internal' } },
      sites: { docs: { title: 'Docs', visibility: 'public', published: true, structure: [{ space: 'home' }] } },
    },
    desired: `collections: {}
spaces: { home: { title: Home }, runbook: { title: Runbook } }
sites: { docs: { title: Docs, visibility: public, structure: [{ space: home }] } }
`,
    ledger: 'all',
  });
  const { reference, options } = await openCase(closed);
  await apply(await plan(options), options);
  const day = { ...options, today: '2026-01-01' };
  const before = await drift(day);
  expect(before.impact).toEqual([]);
  const { resources } = (await options.ledger.load()).ledger;
  const { post } = speak(reference);
  await post(`~/sites/${resources['sites/docs']?.id}/site-spaces`, { spaceId: resources['spaces/runbook']?.id });
  const { impact } = await drift(day);
  expect(impact.filter(({ severity }) => severity === 'high-risk')).toMatchObject([
    {
      address: 'spaces/runbook',
      what: 'more people can read it',
      audience: { before: 'nobody outside the organization', after: 'anyone, through /runbook of site "Docs"' },
    },
  ]);
  reference.close();
});
