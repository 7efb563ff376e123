/** A repository with a configuration for pipeline tests, with an origin to clone from and push to, and a platform. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { run } from '../cli/harness.ts';
import { speak } from '../server/open.ts';
import { startMachine, type Variables } from './shell.ts';

const who = [
  '-c',
  'user.name=Ana',
  '-c',
  'user.email=ana@acme.dev',
  '-c',
  'init.defaultBranch=main',
  '-c',
  'advice.detachedHead=false',
];

/** A configuration that declares only these teams. */
export function teams(...titles: readonly string[]): string {
  const blocks = titles.map((title, at) => `  team-${at + 1}: { title: ${JSON.stringify(title)} }\n`);
  // The origin is a path, which identifies no repository.
  return `version: 1\nteams:\n${blocks.join('')}name: docform\n`;
}

/** A rule for the conflict of the first team, without an end that a test could reach. */
export const allowedConflict =
  'policy:\n  allow:\n    - { address: teams/team-1, code: B-CONFLICT, until: 9999-12-31, reason: Renamed on purpose }\n';

/** `home` is the directory of the configuration and its package, with a trailing slash. It is empty for the root. */
export async function startRepository(configuration: string, home = '') {
  const machine = await startMachine();
  const platform = await startPlatform({ seed: 'empty', token: 'apply-canary-1' });
  const [origin, work] = [await machine.directory('origin.git'), await machine.directory('work')];
  const env = { PATH: process.env.PATH, HOME: machine.root, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (directory: string, ...argv: readonly string[]): string =>
    execFileSync('git', [...who, '-C', directory, ...argv], { encoding: 'utf8', stdio: 'pipe', env }).trim();
  /** Runs several at once, because a test worker with hundreds of megabytes takes 10 ms to start each process. */
  const gitLines = (...lines: readonly string[]): void => {
    const script = `git() { command git ${who.map((word) => `'${word}'`).join(' ')} "$@"; }\n${lines.join('\n')}`;
    execFileSync('sh', ['-ec', script], { cwd: work, stdio: 'pipe', env });
  };
  gitLines(`git init --quiet --bare '${origin}'`, 'git init --quiet', `git remote add origin '${origin}'`);
  const commit = (files: { readonly [name: string]: string }, branch = 'main') => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, name)), { recursive: true });
      writeFileSync(join(work, name), text);
    }
    gitLines(
      'git add --all',
      'git commit --quiet --allow-empty --message Change',
      `git push --quiet origin 'HEAD:refs/heads/${branch}'`,
    );
  };
  commit({ [`${home}docform.yaml`]: configuration, '.gitignore': '*.ledger*.json.*\n' });
  const environment: Variables = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const { list, put, patch } = speak(platform);
  return {
    ...{ machine, platform, environment, origin, work, commit, git },
    /** The content of a file on a branch of the origin, or undefined if the file is missing. */
    fileOn: (branch: string, path: string): string | undefined => {
      try {
        return git(origin, 'show', `${branch}:${path}`);
      } catch {
        return undefined;
      }
    },
    branches: () => git(origin, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n'),
    /** Another person who commits to main during a run. */
    pull: () => git(work, 'pull', '--quiet', '--rebase', 'origin', 'main'),
    /** The merge commit that GitHub creates for a pull request, on a branch of the origin. */
    merged: (files: { readonly [name: string]: string }, branch: string): void => {
      git(work, 'checkout', '--quiet', '-b', `${branch}-head`);
      commit(files, `${branch}-head`);
      git(work, 'checkout', '--quiet', '--detach', 'main');
      git(work, 'merge', '--quiet', '--no-ff', '--message', 'Merge', `${branch}-head`);
      git(work, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
      git(work, 'checkout', '--quiet', 'main');
    },
    /** Imitates actions/checkout without credentials. */
    checkout: async (directory: string, branch = 'main', depth = 1): Promise<void> => {
      git(directory, 'clone', '--quiet', '--depth', String(depth), '--branch', branch, `file://${origin}`, '.');
    },
    /** Imitates actions/checkout without credentials: a branch, a commit, or the merge commit of a pull request. */
    checkoutRef: async (
      directory: string,
      { ref, depth, branch }: { readonly ref: string; readonly depth: number; readonly branch?: string | undefined },
    ): Promise<void> => {
      const name = branch ?? (ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : 'main');
      git(directory, 'clone', '--quiet', '--depth', String(depth), '--branch', name, `file://${origin}`, '.');
      if (!/^[0-9a-f]{40}$/.test(ref)) return;
      git(directory, 'fetch', '--quiet', '--depth', '1', 'origin', ref);
      git(directory, 'checkout', '--quiet', '--detach', ref);
    },
    /** Whether the token of the job can push. */
    allowPush: (isAllowed: boolean) => {
      const hook = join(origin, 'hooks', 'pre-receive');
      if (isAllowed) rmSync(hook, { force: true });
      else {
        writeFileSync(hook, '#!/bin/sh\nexit 1\n');
        chmodSync(hook, 0o755);
      }
    },
    /** Makes main reject all further pushes. */
    protectMain: () => {
      const hook = join(origin, 'hooks', 'update');
      writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ]\n');
      chmodSync(hook, 0o755);
    },
    titles: async () => (await list('~/teams')).map(({ title }) => title).sort(),
    /** Creates a team outside docform. */
    create: (title: string) => put('~/teams', { title }),
    /** Renames a team outside docform. */
    rename: async (from: string, to: string) => {
      const team = (await list('~/teams')).find(({ title }) => title === from);
      await patch(`~/teams/${team?.id}`, { title: to });
    },
    /** Runs docform on a developer's machine and commits the result. */
    applyByHand: async () => {
      const ran = await run(['apply', '--yes'], { directory: work, environment });
      expect(ran.exit, ran.stderr).toBe(0);
      if (existsSync(join(work, 'docform.ledger.json')))
        commit({ 'docform.ledger.json': readFileSync(join(work, 'docform.ledger.json'), 'utf8') });
    },
    close: async () => {
      await platform.close();
      await machine.close();
    },
  };
}
