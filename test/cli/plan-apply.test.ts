/** Tests plan and apply with the reference platform in this process: streams, exit codes, confirmation and ledger. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run, type World } from './harness.ts';

const head = 'version: 1\norganization: acme\n';
const twoTeams = `${head}teams:\n  docs: { title: Docs }\n  support: { title: Support }\n`;
const oneTeam = `${head}teams:\n  docs: { title: Docs }\n`;

async function workspace(text: string) {
  const directory = directoryWith({ 'docform.yaml': text });
  const local = ['--api-url', 'local:p.db'];
  return {
    directory,
    write: (next: string) => writeFile(join(directory, 'docform.yaml'), next),
    docform: (argv: readonly string[], world: World = {}) => run([...argv, ...local], { directory, ...world }),
  };
}

describe('plan, apply and plan', () => {
  test('exit with 2, 0 and 0, and print only results on stdout', async () => {
    const { docform } = await workspace(twoTeams);
    const first = await docform(['plan', '--detailed-exitcode']);
    expect(first.exit).toBe(2);
    expect(first.stdout).toContain('  + 2 of teams: docs "Docs", support "Support"\n');
    expect(first.stdout).toContain('Plan: 2 to create. 2 API requests.\n');
    expect(first.stderr).toMatch(/Reading organization \w+ on local:p\.db\n/);
    const applied = await docform(['apply', '--yes']);
    expect(applied.exit).toBe(0);
    expect(applied.stdout).toBe('Applied 2 changes. 2 API requests.\n');
    expect(applied.stderr).toMatch(
      /\[1\/2\] created teams\/\w+\n\[2\/2\] created teams\/\w+\nVerified: the platform matches the configuration \(\d+ API requests?\).\nTo revert, run `docform undo`, then `docform apply`\.\n$/,
    );
    const second = await docform(['plan', '--detailed-exitcode']);
    expect(second.exit).toBe(0);
    expect(second.stdout).toContain('No changes.');
    expect((await docform(['apply', '--yes'])).stdout).toBe('Nothing to apply.\n');
  });

  test('use the dialect of --dialect for the reference platform', async () => {
    const { docform } = await workspace(`${head}sites: { docs: { title: Docs, published: true } }\n`);
    const { stdout } = await docform(['plan', '--dialect', 'gitbook']);
    expect(stdout).toContain('      published  true\n');
    expect((await docform(['plan'])).stdout).toContain('this platform has no `published`');
    const earlier = await docform(['plan', '--dialect', 'gitbook-0.180']);
    expect(earlier.stdout).toContain('      published  true\n');
  });

  test('exit with 0 for a plan with changes without --detailed-exitcode', async () => {
    const { docform } = await workspace(twoTeams);
    expect((await docform(['plan'])).exit).toBe(0);
  });

  test('keep the ledger of the reference platform next to its data file, and no ledger without a data file', async () => {
    const { directory, docform } = await workspace(twoTeams);
    await docform(['apply', '--yes']);
    expect(JSON.parse(await readFile(join(directory, 'p.db.ledger.json'), 'utf8'))).toMatchObject({
      host: 'local:p.db',
      lists: ['teams', ''],
    });
    expect(await run(['apply', '--yes', '--api-url', 'local'], { directory })).toMatchObject({
      exit: 0,
      stdout: 'Applied 2 changes. 2 API requests.\n',
    });
    expect(existsSync(join(directory, 'docform.ledger.json'))).toBe(false);
  });

  test('print only the result with -q', async () => {
    const { docform } = await workspace(twoTeams);
    expect(await docform(['apply', '--yes', '-q'])).toMatchObject({ exit: 0, stderr: '' });
  });

  test('accept another directory with -C', async () => {
    const { directory } = await workspace(twoTeams);
    expect((await run(['-C', directory, 'plan', '--detailed-exitcode', '--api-url', 'local'])).exit).toBe(2);
  });
});

describe('output formats', () => {
  test('plan --json prints one document', async () => {
    const { docform } = await workspace(twoTeams);
    const { exit, stdout } = await docform(['--json', 'plan', '--detailed-exitcode']);
    expect(exit).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 4,
      kind: 'plan',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}\.([0-9a-f]{6})+$/),
      summary: { create: 2 },
    });
  });

  test('an unchanged plan has the same digest', async () => {
    const { docform } = await workspace(twoTeams);
    const digest = async () =>
      (JSON.parse((await docform(['plan', '--json'])).stdout) as { readonly digest: string }).digest;
    expect(await digest()).toBe(await digest());
  });

  test('plan --format markdown prints Markdown', async () => {
    const { docform } = await workspace(twoTeams);
    expect((await docform(['plan', '--format', 'markdown'])).stdout).toMatch(
      /^<!-- docform:plan -->\n### docform plan/,
    );
  });

  test('apply --json prints the report as one document', async () => {
    const { docform } = await workspace(twoTeams);
    const { stdout } = await docform(['apply', '--yes', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'apply-report', summary: { done: 2, failed: 0 } });
  });
});

describe('confirmation', () => {
  test('without a terminal and --yes, apply sends no request, names the flag and exits with 3', async () => {
    const { directory, docform } = await workspace(twoTeams);
    const { exit, stderr } = await docform(['apply']);
    expect(exit).toBe(3);
    expect(stderr).toContain('--yes');
    expect(existsSync(join(directory, 'p.db'))).toBe(false);
  });

  test('--no-input never asks', async () => {
    const { docform } = await workspace(twoTeams);
    expect(await docform(['apply', '--no-input'], { answers: ['yes'] })).toMatchObject({ exit: 3, questions: [] });
  });

  test('Enter declines, and y confirms a plan without deletes', async () => {
    const { docform } = await workspace(twoTeams);
    const refused = await docform(['apply'], { answers: [''], environment: { NO_COLOR: '1' } });
    expect(refused).toMatchObject({ exit: 6, stdout: '', questions: ['Apply? [y/N] '] });
    expect(refused.stderr).toContain('+ 2 of teams: docs');
    expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(2);
    expect((await docform(['apply'], { answers: ['y'] })).exit).toBe(0);
  });

  test('only yes confirms a delete', async () => {
    const { docform, write } = await workspace(twoTeams);
    await docform(['apply', '--yes']);
    await write(oneTeam);
    const refused = await docform(['apply'], { answers: ['y'] });
    expect(refused.exit).toBe(6);
    expect(refused.questions[0]).toContain('deletes 1 object');
    expect(await docform(['apply'], { answers: ['yes'] })).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Applied 1 change.'),
    });
  });
});

describe('blocks and interrupts', () => {
  test('a blocked plan is printed completely, and apply sends no request and exits with 6', async () => {
    const { docform, write } = await workspace(twoTeams);
    await docform(['apply', '--yes']);
    await write(`${head}policy: { maxDeletes: 0 }\nteams:\n  docs: { title: New title }\n`);
    const planned = await docform(['plan', '--detailed-exitcode']);
    expect(planned.exit).toBe(6);
    expect(planned.stdout).toContain('blocked[B-MAX-DELETES]');
    expect((await docform(['plan'])).exit).toBe(0);
    const applied = await docform(['apply', '--yes']);
    expect(applied.exit).toBe(6);
    expect(applied.stderr).toContain('--allow-deletes 1');
    expect(applied.stdout).toBe('Nothing was applied: the plan is blocked.\n');
    expect(JSON.parse((await docform(['apply', '--yes', '--json'])).stdout)).toMatchObject({
      kind: 'plan',
      isBlocked: true,
    });
    expect((await docform(['apply', '--yes', '--allow-deletes', '1'])).exit).toBe(0);
    expect((await docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
  });

  test('an interrupt finishes requests in flight and starts no new ones, and the next apply completes the changes', async () => {
    const teams = Array.from({ length: 30 }, (_, index) => `  t${index}: { title: Team ${index} }\n`).join('');
    const { docform } = await workspace(`${head}teams:\n${teams}`);
    let isSent = false;
    const interrupted = await docform(['apply', '--yes', '--concurrency', '1'], {
      onStderr: (text, interrupt) => {
        if (isSent || !text.includes('[ 3/30]')) return;
        isSent = true;
        interrupt();
      },
    });
    expect(interrupted.exit).toBe(130);
    expect(interrupted.stderr).toContain('interrupted: waiting for');
    expect(interrupted.stdout).toMatch(/Applied in part: \d+ done, 0 failed, 0 skipped, \d+ not started\./);
    expect(interrupted.quit).toBeUndefined();
    expect((await docform(['apply', '--yes'])).exit).toBe(0);
    expect((await docform(['plan', '--json'])).stdout).toContain('"hasChanges": false');
  });

  test('a second interrupt exits immediately', async () => {
    const { docform } = await workspace(twoTeams);
    const { quit } = await docform(['apply', '--yes'], {
      onStderr: (text, interrupt) => {
        if (!text.includes('[1/2]')) return;
        interrupt();
        interrupt();
      },
    });
    expect(quit).toBe(130);
  });
});

describe('--allow with an unknown address', () => {
  const stray = (address: string, way: string) =>
    `--allow ${address} has no effect: the address is not in the configuration or the ledger; ${way}\n`;

  test('prints a warning with a suggestion in plan and apply', async () => {
    const { docform } = await workspace(twoTeams);
    const near = stray('teams/suport', 'did you mean teams/support?');
    const planned = await docform([
      'plan',
      '--allow',
      'teams/suport',
      '--allow',
      'teams/docs',
      '--allow',
      'teams/legal',
    ]);
    expect(planned.stderr).toContain(near);
    expect(planned.stderr).toContain(stray('teams/legal', '`docform get` lists all addresses'));
    expect(planned.stderr.match(/has no effect/g)).toHaveLength(2);
    expect((await docform(['apply', '--yes', '-q', '--allow', 'teams/suport'])).stderr).toContain(near);
  });

  test('does not fail a pipeline after the object was deleted', async () => {
    const { docform, write } = await workspace(twoTeams);
    await docform(['apply', '--yes']);
    await write(oneTeam);
    const again = ['apply', '--yes', '--allow', 'teams/support'];
    const gone = await docform(again);
    expect(gone).toMatchObject({ exit: 0, stdout: 'Applied 1 change. 1 API request.\n' });
    expect(gone.stderr).not.toContain('has no effect');
    const after = await docform(again);
    expect(after).toMatchObject({ exit: 0, stdout: 'Nothing to apply.\n' });
    expect(after.stderr).toContain('--allow teams/support has no effect');
  });
});
