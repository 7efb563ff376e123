/** Tests configurations with fields and kinds that the answers of GitBook no longer contain. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Answering,
  applied,
  everyObject,
  expectNoChanges,
  gitbookPlatform,
  group,
  home,
  type Item,
  listing,
  one,
  refusing,
  site,
  team,
  two,
} from './answered.ts';

let gitbook: Awaited<ReturnType<typeof gitbookPlatform>>;
beforeEach(async () => {
  gitbook = await gitbookPlatform();
});
afterEach(() => gitbook.close());

describe('members that the platform no longer has', () => {
  const included = site(home).replace('title: Docs\n', 'title: Docs\n    agentsContext: included\n');
  const excluded = included.replace('included', 'excluded');
  const withoutContext: Answering = async (_asked, send) => {
    const answer = await send();
    const body = everyObject(answer.body, ({ agentsContext: _, ...rest }) => rest);
    return answer.body === undefined ? answer : { ...answer, body };
  };

  test('a field that no answer shows is sent once, and each plan reports that docform cannot compare the field', async () => {
    gitbook.answerWith(withoutContext);
    await applied(gitbook, excluded);
    const note = 'sites/docs: the platform does not show agentsContext. docform assumes the declared value';
    expect(await expectNoChanges(gitbook)).toContain(note);
    expect((await gitbook.docform('drift')).exit).toBe(0);
    await applied(gitbook, included);
    expect(gitbook.writes).toEqual([expect.stringMatching(/^PATCH sites\/\w+$/)]);
    expect(await expectNoChanges(gitbook)).toContain(note);
  });

  test('drafts, hidden spaces and nested groups are reported by plan and import', async () => {
    const configuration = site(one, group(two));
    await applied(gitbook, configuration);
    gitbook.answerWith(async (_asked, send) => {
      const answer = await send();
      const body = everyObject(answer.body, (object) => {
        if (object.object === 'site-section') return { ...object, draft: object.path === 'one' };
        if (object.object === 'site-space') return { ...object, hidden: true };
        const link = { object: 'site-section-link', id: 'lnk', title: 'Status' };
        return object.object === 'site-section-group' ? { ...object, children: [link] } : object;
      });
      return answer.body === undefined ? answer : { ...answer, body };
    });
    const text = await expectNoChanges(gitbook);
    const parts = {
      'sections/one': 'it is a draft',
      'sections/one/spaces/home': 'it is hidden',
      'groups/more': 'it contains groups or links',
    };
    for (const [part, what] of Object.entries(parts))
      expect(text).toContain(`sites/docs/${part}: ${what} on the platform`);
    const { exit, stdout } = await gitbook.imported();
    expect(exit).toBe(0);
    expect(stdout).toMatch(/Left out \(4\):\n.*: docform cannot manage this/);
    for (const what of Object.values(parts)) expect(stdout).toContain(`: ${what}`);
  });

  test('custom fields without an operation stop only their own plan', async () => {
    gitbook.answerWith(refusing('GET', /\/custom-fields$/, 404, 'not found'));
    const fields = 'customFields: { owner: { type: text } }\n';
    const { exit, stderr, stdout } = await gitbook.docform('apply --yes', site(home) + team + fields);
    expect(exit).toBe(5);
    expect(stderr + stdout).toMatch(/\? customFields: listCustomFields .*404 not found; affects 1 declared resource/);
    expect(gitbook.writes).toEqual(expect.arrayContaining(['PUT teams', 'POST sites']));
    expect(gitbook.writes.filter((write) => write.includes('custom-fields'))).toEqual([]);
    expect((await gitbook.docform('plan')).stdout).toContain('No changes in the lists that could be read.');
  });

  test('translations without titles are unknown, and no translation is created', async () => {
    const translations = 'translations: { french: { title: French } }\n';
    await applied(gitbook, site(home) + translations);
    gitbook.answerWith(
      listing(/\/translations$/, (items) =>
        items.map(({ title: _, ...item }) => ({ ...item, language: 'fr' }) as Item),
      ),
    );
    const { exit, stderr } = await gitbook.docform('apply --yes', site(home) + translations);
    expect([exit, gitbook.writes]).toEqual([5, []]);
    expect(stderr).toContain('? translations: 1 listed item violates the API contract');
  });
});
