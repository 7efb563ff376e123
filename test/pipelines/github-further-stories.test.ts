/** Further stories on GitHub: refusals, drift, several environments and shared comments. */
import { expect, test } from 'vitest';
import { brokenConfiguration, githubStories } from './github-stories.ts';
import { allowedConflict, teams } from './repository.ts';

const { start, close, ledger, secrets } = githubStories();

test('a plan without changes and a failed plan add no comment', async () => {
  const { repository, request, run } = await start(teams('Docs'));
  await repository.applyByHand();
  await run('pull_request');
  repository.commit({ 'docform.yaml': brokenConfiguration });
  await run('pull_request');
  expect(request.comments).toEqual([]);
});

test('a guarded change is blocked, and a reviewed rule lets it pass the comment, the approval and the apply', async () => {
  const { repository, request, run } = await start(teams('Docs'));
  await run('push');
  repository.pull();
  await repository.rename('Docs', 'By hand');
  repository.commit({ 'docform.yaml': teams('Handbook') });
  expect((await run('pull_request')).plan).toMatchObject({ result: 'failure', steps: { plan: 'exit 6' } });
  expect(request.comments[0]?.body).toMatch(
    /or in `policy\.allow`: `\{ address: teams\/team-1, id: \S+, code: B-CONFLICT,/,
  );
  expect(Object.keys(await run('push'))).toEqual(['plan']);
  repository.commit({ 'docform.yaml': `${teams('Handbook')}${allowedConflict}` });
  expect((await run('pull_request')).plan).toMatchObject({ result: 'success' });
  expect(request.comments[0]?.body).toContain('**allowed**: B-CONFLICT until 9999-12-31 by docform.yaml:');
  expect((await run('push')).apply).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Handbook']);
});

test('a change outside docform after the approval stops the apply, and the summary says why', async () => {
  const { repository, run } = await start(teams('Docs'));
  await run('push');
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Handbook') });
  const before = ledger();
  const { apply } = await run('push', { meanwhile: () => repository.rename('Docs', 'Documents') });
  expect(apply).toMatchObject({ result: 'failure', steps: { apply: 'exit 6', 'ci ledger push': 'success' } });
  expect(apply?.summary).toContain('error[E-DIGEST]');
  expect(await repository.titles()).toEqual(['Documents']);
  expect(ledger()).toBe(before);
});

test('the planned commit is applied with the newest ledger, and its ledger is committed on top of main', async () => {
  const { repository, run } = await start(teams('Docs'));
  await run('push');
  repository.pull();
  repository.commit({ 'docform.yaml': teams('Handbook') });
  const later = { 'docform.yaml': teams('Manual'), 'portal/docform.ledger.json': '{}', 'evil.js': 'steal()' };
  const { apply } = await run('push', {
    meanwhile: () => repository.commit(later),
    during: () => repository.commit({ 'notes.md': 'Notes' }),
  });
  expect(apply, apply?.log).toMatchObject({ result: 'success' });
  expect(await repository.titles()).toEqual(['Handbook']);
  expect(ledger()).toContain('teams/team-1');
  expect(repository.fileOn('main', 'docform.yaml')).toBe(teams('Manual').trim());
  expect(repository.fileOn('main', 'notes.md')).toBe('Notes');
  expect(repository.fileOn('main', 'portal/docform.ledger.json')).toBe('{}');
});

test('a ledger that main refuses is kept on a branch, and every later plan names the branch first', async () => {
  const { repository, run } = await start(teams('Docs'));
  repository.protectMain();
  const { apply } = await run('push');
  const rescue = 'docform-ledger/docform/41-1';
  expect(apply, apply?.log).toMatchObject({
    result: 'failure',
    steps: { apply: 'success', 'ci ledger push': 'exit 1' },
  });
  expect(repository.branches()).toEqual([rescue, 'main']);
  expect(ledger(rescue)).toContain('teams/team-1');
  for (const event of ['push', 'pull_request'] as const) {
    const { plan } = await run(event);
    expect(plan).toMatchObject({ result: 'failure', steps: { 'ci ledger pull': 'exit 1', plan: 'skipped' } });
    expect(plan?.log).toContain(`merge this branch into main, delete it, and start the pipeline again`);
    expect(plan?.log).toContain(rescue);
  }
});

test('a committed lock of an earlier run does not block the apply', async () => {
  const { repository, run } = await start(teams('Docs'));
  const lock = JSON.stringify({ holder: { who: 'ana@laptop', since: '2026-01-01T00:00:00Z' } });
  repository.commit({ 'docform.ledger.json.lock': lock, '.gitignore': '' });
  const { apply } = await run('push');
  expect(apply, apply?.log).toMatchObject({ result: 'success' });
});

test('drift opens one issue, and the issue is closed when the drift is gone', async () => {
  const { repository, forge, run } = await start(teams('Docs'));
  await run('push');
  await repository.rename('Docs', 'By hand');
  const { drift } = await run('schedule');
  expect(drift, drift?.log).toMatchObject({ result: 'success', summary: expect.stringContaining('By hand') });
  const issue = forge.threads.find(({ isRequest }) => !isRequest);
  expect(issue).toMatchObject({ isOpen: true, body: expect.stringContaining('By hand') });
  await repository.rename('By hand', 'Docs');
  await run('schedule');
  expect(issue).toMatchObject({ isOpen: false });
  expect(issue?.comments.at(-1)?.body).toContain('There is no drift anymore.');
  repository.platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 403 } });
  expect((await run('schedule')).drift).toMatchObject({ result: 'failure', steps: { 'ci issue': 'skipped' } });
});

test('proposed drift is in a pull request, and rejected drift returns to the issue', async () => {
  const { repository, forge, run } = await start(teams('Docs'), { driftBranch: true });
  await run('push');
  await repository.rename('Docs', 'By hand');
  const { drift } = await run('schedule');
  expect(drift, drift?.log).toMatchObject({ result: 'success', summary: expect.stringContaining('By hand') });
  const proposal = forge.threads.find(({ branch }) => branch === 'docform/drift/docform');
  const issues = () => forge.threads.filter(({ isRequest }) => !isRequest);
  expect(proposal).toMatchObject({ isOpen: true, body: expect.stringContaining('By hand') });
  expect(forge.branches.get('docform/drift/docform')?.files['docform.yaml']).toContain('By hand');
  expect(issues()).toEqual([]);
  Object.assign(proposal ?? {}, { isOpen: false });
  await run('schedule');
  expect(issues()).toMatchObject([{ isOpen: true, body: expect.stringContaining('By hand') }]);
  expect(secrets().filter(([, names]) => names.length > 1)).toEqual([]);
});

test('if the forge refuses the pull request, the drift is in the issue and the run fails', async () => {
  const { repository, forge, run } = await start(teams('Docs'), { driftBranch: true });
  await run('push');
  await repository.rename('Docs', 'By hand');
  forge.faults.push({ method: 'POST', path: /pulls$/, status: 403, times: 1 });
  const { drift } = await run('schedule');
  expect(drift).toMatchObject({ result: 'failure', steps: { 'ci drift-branch': 'exit 4', 'ci issue': 'success' } });
  expect(forge.threads.filter(({ isRequest }) => !isRequest)).toMatchObject([{ isOpen: true }]);
});

test('two environments have their own plan, comment, approval and ledger', async () => {
  const text = `${teams('Docs')}`;
  const { repository, request, run } = await start(text, {}, { environments: ['staging', 'production'] });
  const secrets = {
    DOCFORM_READ_TOKEN_STAGING: repository.platform.token,
    DOCFORM_READ_TOKEN_PRODUCTION: repository.platform.token,
  };
  repository.commit({ 'env/staging.yaml': '{}\n', 'env/production.yaml': '{}\n' });
  const planned = await run('pull_request', { secrets });
  expect(Object.keys(planned)).toEqual(['validate', 'plan-staging', 'plan-production']);
  expect(request.comments.map(({ body }) => /\*\*(docform\/\w+)\*\*/.exec(body)?.[1])).toEqual([
    'docform/staging',
    'docform/production',
  ]);
  const applied = await run('push', { secrets });
  expect(applied['apply-staging'], applied['apply-staging']?.log).toMatchObject({ result: 'success' });
  expect(repository.fileOn('main', 'docform.ledger.staging.json')).toContain('teams/team-1');
});

test('production can be applied only after staging, or if staging has no changes', async () => {
  const { workflow } = await start(teams('Docs'), {}, { environments: ['staging', 'production'] });
  expect(workflow.yaml.jobs['apply-production']?.needs).toEqual(['plan-production', 'plan-staging', 'apply-staging']);
  const starts = (plan: string, changes: string, apply: string, own = 'success') =>
    workflow.starts('apply-production', {
      github: { ref: 'refs/heads/main' },
      needs: {
        'plan-staging': { result: plan, outputs: { changes } },
        'apply-staging': { result: apply, outputs: {} },
        'plan-production': { result: own, outputs: { changes: '1' } },
      },
    });
  expect(starts('success', '1', 'success')).toBe(true);
  expect(starts('success', '0', 'skipped')).toBe(true);
  expect(starts('success', '1', 'failure')).toBe(false);
  expect(starts('success', '1', 'cancelled')).toBe(false);
  expect(starts('failure', '', 'skipped')).toBe(false);
  expect(starts('success', '1', 'success', 'failure')).toBe(false);
});

test('a shared comment has the plans of all configurations, and a blocked plan fails the check', async () => {
  const { repository, request, run } = await start(teams('Docs', 'Support'), { sharedComment: true });
  await run('pull_request');
  expect(request.comments[0]?.body).toContain('\n## docform plans\n');
  await run('push');
  repository.pull();
  repository.commit({ 'docform.yaml': `${teams('Docs')}policy: { maxDeletes: 0 }\n` });
  const { plan } = await run('pull_request');
  expect(plan).toMatchObject({ result: 'failure', steps: { plan: 'exit 6', 'ci comment': 'success' } });
  expect(request.comments).toHaveLength(1);
  expect(request.comments[0]?.body).toContain('blocked');
});

test('missing secrets fail with the name of the secret, before anything is sent', async () => {
  const { run } = await start(teams('Docs'), { backend: true });
  const { plan } = await run('push', { secrets: { DOCFORM_READ_BACKEND: '' } });
  expect(plan).toMatchObject({ result: 'failure', log: expect.stringContaining('DOCFORM_BACKEND is empty') });
  await close();
  const other = await start(teams('Docs'));
  const { plan: unsigned } = await other.run('push', { secrets: { DOCFORM_READ_TOKEN: '' } });
  expect(unsigned?.log).toContain('add the secret that this job passes as DOCFORM_TOKEN: DOCFORM_READ_TOKEN to plan');
});

test('adoptions alone are applied for the ledger, also of a configuration in a subdirectory', async () => {
  const place = { home: 'docs/', configuration: 'docs/docform.yaml', installDirectory: 'docs' };
  const { repository, run } = await start(teams('Docs'), { branch: 'main' }, place);
  await repository.create('Docs');
  repository.platform.requests.clear();
  const { plan, apply } = await run('push');
  expect(plan).toMatchObject({ outputs: { changes: '1' } });
  expect(apply, apply?.log).toMatchObject({ result: 'success' });
  expect(repository.platform.requests.read({}).items.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(repository.fileOn('main', 'docs/docform.ledger.json')).toContain('teams/team-1');
});

test('after an apply that failed partway, the ledger is committed and the next run continues', async () => {
  const { repository, run } = await start(teams('Docs', 'Support'));
  repository.platform.faults.add({
    match: { operation: 'createTeam' },
    effect: { type: 'status', status: 400 },
    nth: 2,
  });
  const { apply } = await run('push');
  expect(apply).toMatchObject({ result: 'failure', steps: { apply: 'exit 5', 'ci ledger push': 'success' } });
  expect(ledger()?.match(/teams\/team-\d/g)).toHaveLength(1);
  expect(await run('push')).toMatchObject({ plan: { outputs: { changes: '1' } }, apply: { result: 'success' } });
  expect(await repository.titles()).toEqual(['Docs', 'Support']);
});
