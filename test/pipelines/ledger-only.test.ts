/** Tests that pipelines apply commits that change only the ledger, so that the next commit can build on them. */
import { afterEach, expect, test } from 'vitest';
import { journalInsteadOf } from '../ledger/entries.ts';
import { type Github, startGithub } from './github-run.ts';

let github: Github;
afterEach(() => github.close());

const teams = (support: string) => `version: 1\nname: docform\nteams:\n  docs: { title: Docs }\n${support}`;

async function pushed(text: string) {
  const { repository, push } = github;
  repository.pull();
  repository.commit({ 'docform.yaml': text });
  return push();
}

test('a commit that only removes protection is applied, and the next commit can delete', async () => {
  github = await startGithub(teams('  support: { title: Support, protect: true }\n'));
  const { repository, push } = github;
  expect((await push()).applied).toMatchObject({ result: 'success' });
  const lifted = await pushed(teams('  support: { title: Support, protect: false }\n'));
  expect(lifted.planned).toMatchObject({
    result: 'success',
    outputs: { changes: '1' },
    summary: expect.stringContaining('teams/support'),
  });
  expect(lifted.applied, lifted.applied?.log).toMatchObject({
    result: 'success',
    steps: { 'Commit the ledger': 'success' },
  });
  const deleted = await pushed(teams(''));
  expect(deleted.planned, deleted.planned.log).toMatchObject({
    result: 'success',
    summary: expect.stringContaining('1 to delete'),
  });
  expect(deleted.applied).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Docs']);
});

test('the run after a commit that prunes a whole list deletes its undeclared objects', async () => {
  github = await startGithub('version: 1\ncollections: {}\n');
  const { repository, push } = github;
  await repository.create('Stray');
  await push();
  const said = await pushed('version: 1\npolicy: { prune: { default: owned, teams: all } }\nteams: {}\n');
  expect(said.planned).toMatchObject({
    result: 'success',
    outputs: { changes: '1' },
    summary: expect.stringContaining('prune'),
  });
  expect(said.applied, said.applied?.log).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Stray']);
  expect(await push()).toMatchObject({ planned: { outputs: { changes: '1' } }, applied: { result: 'success' } });
  expect(await repository.titles()).toEqual([]);
});

test('a pull request that only removes protection gets a comment that reports the removal', async () => {
  github = await startGithub(teams('  support: { title: Support, protect: true }\n'));
  const { repository, push, pullRequest, forge } = github;
  await push();
  repository.pull();
  repository.commit({ 'docform.yaml': teams('  support: { title: Support, protect: false }\n') });
  const request = forge.open({ number: 5, isRequest: true });
  expect(await pullRequest()).toMatchObject({ result: 'success' });
  expect(request.comments.map(({ body }) => body).join()).toContain('protect: `true` → `false`');
});

test('a committed lock file and a committed mutex file do not block a pipeline', async () => {
  github = await startGithub(teams(''));
  const { repository, push } = github;
  const holder = { who: 'mallory', host: 'elsewhere', pid: 1, run: 'r', startedAt: '2026-01-01T00:00:00Z' };
  repository.commit({
    '.gitignore': '',
    'docform.ledger.json.lock': JSON.stringify({ holder, token: 1, expiresAtMs: 4_900_000_000_000 }),
    'docform.ledger.json.mutex': JSON.stringify(holder),
  });
  const { applied } = await push();
  expect(applied, applied?.log).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Docs']);
});

test('the next run writes the ledger of an interrupted run, even without changes', async () => {
  github = await startGithub(teams(''));
  const { repository, push } = github;
  expect((await push()).applied).toMatchObject({ result: 'success' });
  repository.pull();
  const ledger = repository.fileOn('main', 'docform.ledger.json') ?? '';
  const empty = ledger.replaceAll(/^.*"teams.*\n/gm, '');
  repository.commit({
    '.gitignore': '',
    'docform.ledger.json': empty,
    'docform.ledger.json.journal': journalInsteadOf(ledger),
  });
  const { planned, applied } = await push();
  expect(planned).toMatchObject({ result: 'success', outputs: { changes: 'journal' } });
  expect(applied, applied?.log).toMatchObject({ result: 'success', steps: { 'Commit the ledger': 'success' } });
  expect(repository.fileOn('main', 'docform.ledger.json.journal')).toBeUndefined();
  expect(repository.fileOn('main', 'docform.ledger.json')).toContain('"teams/docs"');
  expect(await push()).toMatchObject({ planned: { outputs: { changes: '0' } } });
});
