/** Reports of plan and access name the time, the version, the commit and the user of the token, and no digest covers these facts. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { siteFileWorkspace } from '../import/site-file/site-file-workspace.ts';
import { initRepository } from '../support/directory.ts';
import { workspace } from './plan-workspace.ts';

const teams = 'teams:\n  docs: { title: Docs }\n';
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let close: () => Promise<void>;
afterEach(() => close());

function repositoryIn(directory: string) {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', '-C', directory, ...args])
      .toString()
      .trim();
  initRepository(directory);
  git('add', 'docform.yaml');
  git('commit', '-qm', 'one');
  return { git, head: git('rev-parse', 'HEAD') };
}

test('a plan names its time, commit and user in JSON, Markdown and HTML, and sends only GET requests', async () => {
  const place = await siteFileWorkspace(teams, 'empty');
  close = place.close;
  const { head } = repositoryIn(place.directory);
  const user = (await place.send('GET', '/v1/user')) as { readonly id: string; readonly displayName: string };
  const json = JSON.parse((await place.docform('plan', '--json', '--out', 'plan.json')).stdout);
  expect(json).toMatchObject({
    readAt: expect.stringMatching(isoTime),
    version: expect.stringMatching(/^\d+\./),
    revision: head,
    token: { from: 'DOCFORM_TOKEN', identity: { id: user.id, name: user.displayName } },
  });
  const identity = `${user.displayName} (${user.id})`;
  const markdown = (await place.docform('show', 'plan.json', '--format', 'markdown')).stdout;
  expect(markdown).toContain(`commit \`${head}\``);
  expect(markdown.replaceAll('\\', '')).toContain(`token owner: ${identity}`);
  const html = (await place.docform('show', 'plan.json', '--format', 'html')).stdout;
  expect(html).toContain(`<dt>Read</dt><dd>${json.readAt} by docform ${json.version}</dd>`);
  expect(html).toContain(identity);
  expect(await place.requests('getCaller')).toBe(2);
  const later = JSON.parse((await place.docform('plan', '--json')).stdout);
  expect(later.readAt > json.readAt).toBe(true);
  const { readAt, checksum, ...rest } = json;
  expect({ ...later, readAt, checksum }).toEqual({ ...rest, readAt, checksum });
  expect((await place.docform('plan')).stdout).toBe((await place.docform('plan')).stdout);
  const access = JSON.parse((await place.docform('access', '--json', '--redact-emails')).stdout);
  expect(access).toMatchObject({ revision: head, token: { identity: { id: user.id, name: null } } });
});

test('the commit is marked if a file of the configuration differs, and the identity of a token can be unknown', async () => {
  const place = await workspace(`version: 1\ninclude: [more.yaml]\n${teams}`);
  close = place.close;
  const more = join(place.directory, 'more.yaml');
  writeFileSync(more, 'version: 1\nspaces:\n  home: { title: Home }\n');
  const { git, head } = repositoryIn(place.directory);
  const planned = async () => JSON.parse((await place.docform(['plan', '--json'])).stdout);
  expect(await planned()).toMatchObject({ revision: `${head}-modified`, token: { identity: null } });
  git('add', 'more.yaml');
  git('commit', '-qm', 'two');
  const second = git('rev-parse', 'HEAD');
  writeFileSync(join(place.directory, 'notes.md'), 'not a part of the configuration\n');
  expect(await planned()).toMatchObject({ revision: second });
  const environment = { DOCFORM_COMMIT: 'c0ffee'.padEnd(40, '0') };
  writeFileSync(more, 'version: 1\nspaces:\n  home: { title: Start }\n');
  const { stdout } = await place.docform(['plan', '--format', 'markdown'], { environment });
  expect(stdout).toContain(`\`${environment.DOCFORM_COMMIT}-modified\``);
  expect(stdout).toContain('token owner: \\(unknown\\)');
  expect((await place.docform(['access'])).stdout).toContain(`, commit ${second}-modified\n`);
});
