/** Tests that every answer of GitBook is handled, or ends with one clear message: nothing is created twice, planned for ever or lost silently. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import {
  type Answering,
  api,
  applied,
  everyObject,
  expectNoChanges,
  faq,
  gitbookPlatform,
  group,
  home,
  type Item,
  listing,
  one,
  refusing,
  site,
  team,
  three,
  two,
} from './answered.ts';

let gitbook: Awaited<ReturnType<typeof gitbookPlatform>>;
beforeEach(async () => {
  gitbook = await gitbookPlatform();
});
afterEach(() => gitbook.close());

describe('forms of answers', () => {
  test('extra members, unknown values, nulls and relative URLs are read like plain answers', async () => {
    const odd: Answering = async (_asked, send) => {
      const answer = await send();
      const body = everyObject(answer.body, ({ urls, ...rest }) => ({
        ...rest,
        ...(rest.object === undefined ? {} : { mystery: { is: 'new' }, icon: rest.icon ?? null }),
        ...(rest.object === 'site' ? { type: 'gigantic' } : {}),
        ...(urls === undefined ? {} : { urls: { location: '/v1/somewhere' } }),
      }));
      return answer.body === undefined ? answer : { ...answer, body };
    };
    gitbook.answerWith(odd);
    await applied(gitbook, site(one, group(two, three)) + team);
    await expectNoChanges(gitbook);
    expect((await gitbook.imported()).exit).toBe(0);
    await expectNoChanges(gitbook);
  });

  test('pages of ten with an empty next page at the end are read to the end', async () => {
    const teams = `teams: { ${Array.from({ length: 23 }, (_, at) => `t${at}: { title: Team ${at} }`).join(', ')} }\n`;
    gitbook.answerWith(async ({ method }, send) => {
      const answer = method === 'GET' ? await send({ limit: '10' }) : await send();
      const { items, next } = (answer.body ?? {}) as { readonly items?: unknown; readonly next?: unknown };
      return items === undefined ? answer : { ...answer, body: { items, next: next ?? null } };
    });
    await applied(gitbook, site(one) + teams);
    await expectNoChanges(gitbook);
  });

  test('a delete can answer 204 instead of 205, and the reverse', async () => {
    await applied(gitbook, site(one, two) + team);
    gitbook.answerWith(async (_asked, send) => {
      const answer = await send();
      const exchanged = { 204: 205, 205: 204 } as const;
      return { ...answer, status: exchanged[answer.status as 204] ?? answer.status };
    });
    await applied(gitbook, site(one));
    expect(gitbook.writes.filter((write) => write.startsWith('DELETE'))).toHaveLength(2);
    await expectNoChanges(gitbook);
  });

  test('a rate limit that names only the time of its reset is waited for', async () => {
    let asked = 0;
    gitbook.answerWith((_asked, send) => {
      asked += 1;
      if (asked % 5 !== 0) return send();
      const reset = String(Math.floor(Date.now() / 1_000));
      const body = { error: { code: 429, message: 'too many requests' } };
      return { status: 429, headers: { 'x-ratelimit-reset': reset }, body };
    });
    await applied(gitbook, site(one));
    await expectNoChanges(gitbook);
  });
});

describe('incomplete lists', () => {
  const withoutGrouped = listing(/\/sections$/, (items) => items.filter((item) => item.sectionGroup === undefined));

  test('sections that only their group names are neither created again nor lost in an import', async () => {
    const configuration = site(one, group(two, three));
    await applied(gitbook, configuration);
    gitbook.answerWith(withoutGrouped);
    const { exit, stdout, stderr } = await gitbook.docform('apply --yes', configuration);
    expect([exit, gitbook.writes]).toEqual([5, []]);
    expect(stdout + stderr).toMatch(
      /\? sites\/docs\/sections: the list of sections lacks the section \w+, to which the section group \w+ refers; affects 2 declared resources: sites\/docs\/sections\/three, sites\/docs\/sections\/two/,
    );
    expect(stderr).toContain('error[E-INCOMPLETE-READ]');
    const imported = await gitbook.imported();
    expect(imported.stdout).toMatch(/Left out .*\n.*sites\/docs\/sections.*it could not be read completely/);
    gitbook.answerWith((_asked, send) => send());
    expect(await gitbook.parts('sections')).toHaveLength(3);
  });

  test('a section that only its site-spaces name makes the list of sections unknown', async () => {
    const configuration = site(one, two);
    await applied(gitbook, configuration);
    gitbook.answerWith(listing(/\/sections$/, ([first]) => (first === undefined ? [] : [first])));
    const { exit, stdout } = await gitbook.docform('plan', configuration);
    expect(exit).toBe(1);
    expect(stdout).toMatch(/the list of sections lacks the section \w+, to which the site-space \w+ refers/);
    expect(stdout).toContain('No changes in the lists that could be read.');
  });

  test('spaces that an admin does not see listed are not created again', async () => {
    gitbook.answerWith(listing(/\/members\/[^/]+\/spaces$/, (items) => items.slice(0, 1)));
    await applied(gitbook, site(home, api));
    await expectNoChanges(gitbook);
    gitbook.forgetLedger();
    const titles = 'version: 1\nspaces: { home: { title: Home }, api: { title: API }, faq: { title: FAQ } }\n';
    const { stdout } = await gitbook.docform('plan', titles);
    expect(stdout).toContain('Pending (create these objects on the platform');
    expect([(await gitbook.docform('apply --yes', titles)).exit, gitbook.writes]).toEqual([0, []]);
  });
});

describe('the order of lists', () => {
  const byTitle = (items: readonly Item[]) =>
    items.toSorted((a, b) => (String(a.title) < String(b.title) ? -1 : String(a.title) > String(b.title) ? 1 : 0));
  const sorted = listing(/\/(sections|section-groups|site-spaces)$/, byTitle);

  test('moves that the list does not show are sent once, reported, and not planned again', async () => {
    const configuration = site(one, two, three);
    await applied(gitbook, configuration);
    gitbook.answerWith(sorted);
    const { exit, stdout } = await gitbook.docform('apply --yes', configuration);
    expect([exit, gitbook.writes]).toEqual([0, [expect.stringMatching(/^POST .*\/sections\/\w+\/move$/)]]);
    expect(stdout).toContain(
      '? sites/docs: the platform accepted the moves, but still lists another order. docform does not repeat the moves: check the order on the platform',
    );
    expect(await expectNoChanges(gitbook)).toContain(
      'sites/docs: the platform still lists its contents in the order from',
    );
    expect((await gitbook.docform('drift')).exit).toBe(0);
    // Another declared order is moved once, too.
    expect((await gitbook.docform('apply --yes', site(two, one, three))).exit).toBe(0);
    expect(gitbook.writes).toHaveLength(1);
    await expectNoChanges(gitbook);
    gitbook.answerWith((_asked, send) => send());
    expect((await gitbook.parts('sections')).map(({ path }) => path)).toEqual(['two', 'one', 'three']);
    // The ledger still has the order of the former list.
    expect((await gitbook.docform('plan')).stdout).toContain('No changes to the platform. Ledger: 1 to record.');
    expect([(await gitbook.docform('apply --yes')).exit, gitbook.writes]).toEqual([0, []]);
    expect(await expectNoChanges(gitbook)).not.toContain('lists its contents');
  });

  test('a new section in such a list is created once, and its place settles', async () => {
    gitbook.answerWith(sorted);
    const { exit, stdout } = await gitbook.docform('apply --yes', site(two, three));
    expect(exit).toBe(5);
    expect(stdout).toContain('> sites/docs/sections/two\n      help: run `docform apply` again, which moves it');
    for (let round = 0; round < 3; round++) await gitbook.docform('apply --yes', site(two, one, three));
    expect(gitbook.writes).toEqual([]);
    await expectNoChanges(gitbook);
    gitbook.answerWith((_asked, send) => send());
    expect((await gitbook.parts('sections')).map(({ path }) => path)).toEqual(['two', 'one', 'three']);
  });

  test('a list with an order that no structure has leads to a warning and no moves', async () => {
    const configuration = site(group(one, three), two);
    await applied(gitbook, configuration);
    gitbook.answerWith(listing(/\/sections$/, (items) => items.toSorted(byPathIn(['one', 'two', 'three']))));
    const { exit, stdout } = await gitbook.docform('apply --yes', configuration);
    expect([exit, stdout, gitbook.writes]).toEqual([0, expect.stringContaining('Nothing to apply.'), []]);
    expect(await expectNoChanges(gitbook)).toContain(
      'sites/docs: the platform lists its contents in no possible order, so docform does not compare their order',
    );
  });

  test.each(['title', 'path', 'id'])('an import of lists sorted by %s writes all sections', async (name) => {
    await applied(gitbook, site(group(one, three), two));
    gitbook.answerWith(
      listing(/\/(sections|section-groups|site-spaces)$/, (items) =>
        items.toSorted((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1)),
      ),
    );
    const { exit, stdout, written } = await gitbook.imported();
    expect(exit, stdout).toBe(0);
    for (const path of ['one', 'two', 'three']) expect(written).toContain(`path: ${path}\n`);
    await expectNoChanges(gitbook);
  });
});

function byPathIn(paths: readonly string[]): (a: Item, b: Item) => number {
  return (a, b) => paths.indexOf(String(a.path)) - paths.indexOf(String(b.path));
}

describe('the section around the spaces of a flat site', () => {
  const wrapper = { object: 'site-section', id: 'sec_wrapper', title: 'Docs', path: 'docs', default: true };
  const wrapped =
    (more: object): Answering =>
    async (asked, send) => {
      const inSection = listing(/\/site-spaces$/, (items) => items.map((item) => ({ ...item, section: wrapper.id })));
      const withSection = listing(/\/sections$/, () => [{ ...wrapper, ...more } as Item]);
      return withSection(asked, async () => inSection(asked, send));
    };

  test('it is no section of its own, and spaces are added, moved and removed as on a flat site', async () => {
    await applied(gitbook, site(home, api));
    gitbook.answerWith(wrapped({}));
    await expectNoChanges(gitbook);
    await applied(gitbook, site(home, faq, api) + team);
    expect(gitbook.writes.map((write) => write.replace(/\w{15,}/g, '*'))).toEqual(
      expect.arrayContaining(['PUT teams', 'POST sites/*/site-spaces', 'POST sites/*/site-spaces/*/move']),
    );
    await expectNoChanges(gitbook);
    await applied(gitbook, site(faq, home) + team);
    await expectNoChanges(gitbook);
    expect((await gitbook.docform('drift')).exit).toBe(0);
  });

  test('a flat configuration works the same when the spaces are in a real section', async () => {
    await applied(gitbook, site(home, api));
    await gitbook.wrap();
    await expectNoChanges(gitbook);
    await applied(gitbook, site(api, faq, home));
    await applied(gitbook, site(faq, home));
    await expectNoChanges(gitbook);
    expect((await gitbook.parts('sections')).map(({ title }) => title)).toEqual(['Docs']);
    expect((await gitbook.parts('site-spaces')).map(({ title }) => title)).toEqual(['FAQ', 'Home']);
    const { exit, stderr } = await gitbook.docform('apply --yes', site(one, two));
    expect([exit, gitbook.writes]).toEqual([6, []]);
    expect(stderr).toContain('help: delete the section "Docs"');
  });

  test('a space whose create has an empty answer is found in it', async () => {
    await applied(gitbook, site(home));
    const empty: Answering = async (asked, send) => {
      const answer = await wrapped({})(asked, send);
      return asked.method === 'POST' && answer.status === 201 ? { status: 204 } : answer;
    };
    gitbook.answerWith(empty);
    await applied(gitbook, site(home, api));
    expect(gitbook.writes.filter((write) => write.startsWith('POST'))).toHaveLength(1);
    await expectNoChanges(gitbook);
  });

  test('a flat configuration without a ledger finds its spaces in it', async () => {
    await applied(gitbook, site(home, api));
    gitbook.forgetLedger();
    gitbook.answerWith(wrapped({}));
    expect((await gitbook.docform('apply --yes', site(home, api))).exit).toBe(0);
    expect(gitbook.writes).toEqual([]);
    await expectNoChanges(gitbook);
  });

  test('a section with a condition is no implicit one, because the condition decides who sees the spaces', async () => {
    await applied(gitbook, site(home, api));
    gitbook.answerWith(wrapped({ condition: 'visitor.claims.staff' }));
    const { exit, stderr } = await gitbook.docform('apply --yes');
    expect([exit, gitbook.writes]).toEqual([6, []]);
    expect(stderr).toContain('blocked[B-SECTIONED]');
  });
});

describe('answers to writes', () => {
  test.each([
    ['site-space', site(home, api)],
    ['section', site(one, two)],
  ])('a create with an empty answer is found in its list: %s', async (kind, wanted) => {
    gitbook.answerWith(async ({ method, path }, send) => {
      const { status, body } = await send();
      const isCreate = method === 'POST' && /\/(site-spaces|sections)$/.test(path) && status === 201;
      return isCreate ? { status: 204 } : { status, body };
    });
    await applied(gitbook, wanted);
    expect(gitbook.writes.filter((write) => write.endsWith('/site-spaces'))).toHaveLength(kind === 'section' ? 0 : 2);
    await expectNoChanges(gitbook);
  });

  test('a delete that the platform does not know fails, and its object stays in the ledger', async () => {
    await applied(gitbook, site(one, two) + team);
    gitbook.answerWith(refusing('DELETE', /\/(sections|teams)\//, 404, 'no such operation'));
    const { exit, stdout } = await gitbook.docform('apply --yes', site(one));
    expect(exit).toBe(1);
    expect(stdout).toMatch(
      /- sites\/docs\/sections\/two {2}failed\n.*404 no such operation\n *help: the object still exists/,
    );
    expect(stdout).toMatch(/- teams\/writers {2}failed\n.*404 no such operation\n *help: the object still exists/);
    gitbook.answerWith((_asked, send) => send());
    expect((await gitbook.docform('plan')).stdout).toContain('Plan: 2 to delete.');
  });

  test('a delete of an object that is gone succeeds', async () => {
    await applied(gitbook, site(one, two) + team);
    let isFirst = true;
    gitbook.answerWith(async ({ method }, send) => {
      const answer = await send();
      if (method !== 'DELETE') return answer;
      isFirst = false;
      return { status: 404, body: { error: { code: 404, message: 'not found' } } };
    });
    await applied(gitbook, site(one));
    expect(isFirst).toBe(false);
    await expectNoChanges(gitbook);
  });

  test('a section that cannot leave its group fails, and is not reported as moved', async () => {
    await applied(gitbook, site(group(one, two)));
    gitbook.answerWith(refusing('DELETE', /\/section-groups\/\w+\/sections\//, 404, 'no such operation'));
    const { exit, stdout } = await gitbook.docform('apply --yes', site(group(one), two));
    expect(exit).not.toBe(0);
    expect(stdout).toMatch(
      /> sites\/docs\/sections\/two {2}failed\n.*404 no such operation\n *help: the object still exists/,
    );
  });

  test('a feature that the paid plan lacks is reported with the message of the platform, not as a missing role', async () => {
    gitbook.answerWith(refusing('POST', /\/sections$/, 403, 'Upgrade your plan to use sections'));
    const { exit, stdout } = await gitbook.docform('apply --yes', site(one));
    expect(exit).toBe(5);
    expect(stdout).toContain('403 Upgrade your plan to use sections');
    expect(stdout).toContain("help: the organization's paid plan does not include this: upgrade the plan");
    expect(stdout).not.toContain('role');
  });

  test('a missing permission is still reported as a missing role', async () => {
    gitbook.answerWith(refusing('POST', /\/sections$/, 403, 'You do not have permission'));
    const { stdout } = await gitbook.docform('apply --yes', site(one));
    expect(stdout).toContain('403 You do not have permission');
    expect(stdout).toContain('give the user the required role');
  });

  test('lists that the paid plan lacks do not ask for another token', async () => {
    gitbook.answerWith(refusing('GET', /\/saml$/, 403, 'This feature is not part of your plan'));
    const saml = `saml: { okta: { label: Okta, entityID: urn:okta, ssoURL: https://okta.test, certificate: ${JSON.stringify(certificateOne)} } }\n`;
    const { exit, stdout, stderr } = await gitbook.docform('plan', site(one) + saml);
    expect(exit).toBe(1);
    expect(stdout).toContain('403 This feature is not part of your plan');
    expect(stderr).not.toMatch(/token|role/);
  });
});
