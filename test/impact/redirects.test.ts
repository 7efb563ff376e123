/** Redirects lead to the URLs after the apply in one step, and never away from an existing page. */
import { expect, test } from 'vitest';
import type { Redirect } from '../../src/core/impact.ts';
import type { Platform } from '../../src/server/index.ts';
import { arriveAt, type Journey } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';
import { speak } from '../server/open.ts';
import { type Case, caseOf } from '../support/case.ts';
import { fileServer, followed, nginxServer } from '../support/followed.ts';
import { carryOutCase } from '../support/run-case.ts';

interface Shown {
  readonly id: string;
  readonly site: string;
  readonly space: string;
  readonly address: string;
  readonly isRoot: boolean;
}

/** Every space of a site, with its URL. */
async function shownOn(platform: Platform): Promise<readonly Shown[]> {
  const { list } = speak(platform);
  const shown = (await list('~/sites')).map(async (site) =>
    (await list(`~/sites/${site.id}/site-spaces`)).flatMap(({ id, space, urls }): readonly Shown[] => {
      const address = urls?.published;
      if (address === undefined) return [];
      return [{ id, site: site.id, space: space?.id ?? '', address, isRoot: address === site.urls?.published }];
    }),
  );
  return (await Promise.all(shown)).flat();
}

/** The API cannot publish new sites, so responses are changed. */
const publishing: Journey['intercept'] = (send) => async (request, options) => {
  const response = await send(request, options);
  return {
    ...response,
    body: JSON.parse(JSON.stringify(response.body ?? null).replaceAll('"published":false', '"published":true')),
  };
};

test('a redirect leads from an old URL to the current URL of the space', async () => {
  const seen = { moved: 0, ended: 0, kept: 0 };
  await journeys(20, [pairsOf('sites')], async (journey, { before, after }) => {
    journey.intercept = publishing;
    for (const outline of [before, after]) {
      const former = await shownOn(journey.reference);
      const sites = new Set((await speak(journey.reference).list('~/sites')).map(({ id }) => id));
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      const now = await shownOn(journey.reference);
      const redirects = planned.plan.redirects ?? [];
      for (const server of [nginxServer(redirects), fileServer(redirects)]) {
        // Existing pages have no redirect.
        for (const { address } of now) expect(followed(server, address)).toEqual({ end: address, hops: 0 });
        for (const old of former) check(old, { former, now, sites, redirects }, server, seen);
      }
    }
  });
  expect(seen.moved).toBeGreaterThan(20);
  expect(seen.ended).toBeGreaterThan(5);
  expect(seen.kept).toBeGreaterThan(20);
});

function check(
  old: Shown,
  {
    former,
    now,
    sites,
    redirects,
  }: {
    readonly former: readonly Shown[];
    readonly now: readonly Shown[];
    readonly sites: ReadonlySet<string>;
    readonly redirects: readonly Redirect[];
  },
  server: ReturnType<typeof nginxServer>,
  seen: { moved: number; ended: number; kept: number },
) {
  const { end, hops } = followed(server, old.address);
  const isTaken = now.some(({ address }) => address === old.address);
  // The same link, or a new link to the same space.
  const isNew = (id: string) => former.every((each) => each.id !== id);
  const here =
    now.find(({ id }) => id === old.id) ??
    now.find(({ id, site, space }) => isNew(id) && site === old.site && space === old.space);
  // The only new link to the space on another site. The plan does not know every new URL, and no URL of a new site.
  const [only, ...others] = now.filter(({ id, space }) => isNew(id) && space === old.space);
  const isUnknown = redirects.some(({ from, reason }) => from === old.address && reason === 'unknown');
  const isKnown = others.length === 0 && only !== undefined && sites.has(only.site) && !isUnknown;
  const then = here ?? (isKnown ? only : undefined);
  if (isTaken || old.isRoot || then === undefined) {
    expect({ old, hops }).toEqual({ old, hops: 0 });
    seen[then === undefined ? 'ended' : 'kept'] += 1;
    return;
  }
  expect({ old, hops }).toEqual({ old, hops: 1 });
  const ends = now.filter(({ address }) => address === end);
  expect(ends.map(({ space }) => space)).toEqual([old.space]);
  seen.moved += 1;
  // Pages below are redirected as far as the rules can express them.
  const page = followed(server, `${old.address}/a-page`).end;
  expect([`${end}/a-page`, `${old.address}/a-page`]).toContain(page);
}

const twoSites = {
  spaces: { home: null, faq: null, guide: null },
  sites: {
    docs: { structure: [{ space: 'home' }, { space: 'faq', path: 'faq' }] },
    help: { structure: [{ space: 'guide' }] },
  },
} as Case['live'];

test.each([
  [
    'is added to another site',
    'help: { title: Help, structure: [{ space: guide }, { space: faq, path: questions }] }',
    'moved',
    '/questions',
  ],
  [
    'is added to a new site',
    'help: { title: Help, structure: [{ space: guide }] }\n  fresh: { title: Fresh, structure: [{ space: faq }] }',
    'ended',
    null,
  ],
  ['is added to no site', 'help: { title: Help, structure: [{ space: guide }] }', 'ended', null],
])('the old URL of a removed space that %s', async (_, sites, reason, path) => {
  const desired = `spaces: { home: { title: Home }, faq: { title: Faq }, guide: { title: Guide } }
sites:
  docs: { title: Docs, structure: [{ space: home }] }
  ${sites}
`;
  const { planned, reference } = await carryOutCase(caseOf({ live: twoSites, desired }));
  const urls = (await speak(reference).list('~/sites')).map(({ title, urls: of }) => [title, of?.published] as const);
  reference.close();
  const [docs, help] = ['Docs', 'Help'].map((title) => new Map(urls).get(title));
  expect(planned.plan.redirects).toMatchObject([
    { from: `${docs}/faq`, to: path === null ? null : `${help}${path}`, reason },
  ]);
});
