/** `docform ci ledger pull|push`: moves the ledger file between a GitHub job and the branch that is applied. */

import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { ledgerPath } from '../../ledger/ledger-file.ts';
import { remoteGit } from '../files/git.ts';
import { rootOf } from '../files/repository.ts';
import { forgeOf, isPullRequest, refuseOtherTokens } from '../io/forge-run.ts';
import { type CommandFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { targetName } from './ci-keep.ts';

type LedgerFlags = CommandFlags<'branch' | 'name'>;

/** The commit that a pull found on the branch. A push adds its commit to it. */
const baseRef = 'refs/docform/base';
const ledgerFiles = ':(glob)**/docform.ledger*.json';
const maxAttempts = 3;

export const runCiLedger: Run<LedgerFlags> = async (session, [way], flags) => {
  if (way === 'pull') return pull(session, flags);
  if (way === 'push') return push(session, flags);
  throw usageFailure(`docform ci ledger ${way} is unknown`, 'use `docform ci ledger pull` or `docform ci ledger push`');
};

/** Restores the newest ledgers, because an outdated ledger leads to duplicates. In a pull request, only looks for a ledger that is not on the branch yet. */
async function pull(session: Session, flags: LedgerFlags) {
  const { git, tried, branch, ledger, rescuePrefix } = opened(session, flags);
  const heads = git('ls-remote', '--heads', 'origin');
  const left = heads.split('\n').flatMap((line) => {
    const [, head = ''] = /\trefs\/heads\/(.+)$/.exec(line) ?? [];
    return head.startsWith(rescuePrefix) && /^\d+-\d+$/.test(head.slice(rescuePrefix.length)) ? [head] : [];
  });
  if (left.length > 0)
    throw new DocformError({
      code: 'E-LEDGER-BRANCH',
      message: `the ledger of an earlier apply is not on ${branch}, but on ${left.join(', ')}`,
      hint: `merge ${left.length === 1 ? 'this branch' : 'these branches'} into ${branch}, delete ${left.length === 1 ? 'it' : 'them'}, and start the pipeline again`,
    });
  if (isPullRequest(session.io.environment)) return;
  git('fetch', '--quiet', '--depth=1', 'origin', `refs/heads/${branch}`);
  git('update-ref', baseRef, 'FETCH_HEAD');
  // Ledgers that are new on the branch, and ledgers that the checked-out commit has, both count.
  if (
    git('ls-tree', '-r', '--name-only', 'FETCH_HEAD')
      .split('\n')
      .some((path) => isLedger(path))
  )
    git('restore', '--source=FETCH_HEAD', '--', ledgerFiles);
  tried('restore', '--source=FETCH_HEAD', '--', `${ledger}.journal`);
  // A committed lock would block every run until it expires. The current run never holds these locks.
  const locks = git('ls-files', '--', `${ledger}.lock`, `${ledger}.mutex`, `${ledger}.mutex.*`).split('\n');
  for (const lock of locks.filter(Boolean)) rmSync(join(rootOf(session.settings.directory), lock), { force: true });
  session.result(`The ledger is that of ${branch}.\n`);
}

function isLedger(path: string) {
  return /^docform\.ledger.*\.json$/.test(basename(path));
}

/** Commits the ledger and its journal on top of the branch. If the branch refuses the push, they go to a branch of their own, because the next plan needs them. */
async function push(session: Session, flags: LedgerFlags) {
  const { git, tried, root, branch, ledger, target, rescuePrefix } = opened(session, flags);
  const { GITHUB_RUN_ID: run = '0', GITHUB_RUN_ATTEMPT: attempt = '0' } = session.io.environment;
  // The work tree is that of the applied commit, which can be older than the branch.
  git('read-tree', baseRef);
  for (const path of [ledger, `${ledger}.journal`])
    if (existsSync(join(root, path))) git('add', '--force', '--', path);
    else git('rm', '--quiet', '--cached', '--ignore-unmatch', '--', path);
  const tree = git('write-tree');
  if (tree === git('rev-parse', `${baseRef}^{tree}`)) {
    session.result('The ledger is unchanged.\n');
    return;
  }
  let commit = git('commit-tree', tree, '-p', baseRef, '-m', `docform: ledger of ${target} (run ${run})`);
  for (let at = 1; at <= maxAttempts; at += 1) {
    if (tried('push', '--quiet', 'origin', `${commit}:refs/heads/${branch}`) !== undefined) {
      session.result(`Pushed the ledger to ${branch}.\n`);
      return;
    }
    session.warn(`Attempt ${at} to push the ledger to ${branch} failed.\n`);
    if (tried('fetch', '--quiet', '--depth=50', 'origin', `refs/heads/${branch}`) === undefined) break;
    // The applied commit can be older than the branch, and Git does not rebase a modified work tree.
    git('checkout', '--quiet', '--force', '--detach', commit);
    if (tried('rebase', '--quiet', 'FETCH_HEAD') === undefined) {
      tried('rebase', '--abort');
      break;
    }
    commit = git('rev-parse', 'HEAD');
  }
  const rescue = `${rescuePrefix}${run}-${attempt}`;
  git('push', '--quiet', 'origin', `${commit}:refs/heads/${rescue}`);
  throw new DocformError({
    code: 'E-LEDGER-BRANCH',
    message: `the ledger could not be pushed to ${branch}, so it is on the branch ${rescue}`,
    hint: `merge the branch ${rescue} and delete it before the next plan or apply`,
  });
}

const author = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
};

function opened(session: Session, { branch = 'main', name }: LedgerFlags) {
  const { environment } = session.io;
  if (forgeOf(environment) !== 'github')
    throw usageFailure(
      '`docform ci ledger` runs only in GitHub Actions',
      'the pipeline of GitLab keeps the ledger in GitLab',
    );
  refuseOtherTokens(session, 'forge');
  if (!/^(?![-/])[\w./-]+$/.test(branch)) throw usageFailure(`--branch ${branch} is not a branch`);
  const { directory, configuration = 'docform.yaml', environmentName } = session.settings;
  const root = rootOf(directory);
  const target = targetName(session, { ...(name === undefined ? {} : { name }) });
  const file = ledgerPath(dirname(join(directory, configuration)), environmentName);
  const { GITHUB_TOKEN: token = '', GITHUB_SERVER_URL: server = 'https://github.com' } = environment;
  const attempt = (args: readonly string[]) => remoteGit({ root, environment }, { server, token, ...author }, args);
  return {
    root,
    branch,
    target,
    ledger: relative(root, file),
    rescuePrefix: `docform-ledger/${target}/`,
    git: (...args: readonly string[]) => {
      const { status, stdout, stderr } = attempt(args);
      if (status === 0) return stdout.trim();
      const reason = (stderr ?? '').trim().split('\n')[0] || 'Git could not be started';
      const hint = 'check the permissions of the job and of GITHUB_TOKEN';
      throw new DocformError({
        code: 'E-GIT',
        message: `git ${args[0]} failed: ${reason}`,
        hint,
        exit: exitCode.failed,
      });
    },
    /** undefined: the command failed. */
    tried: (...args: readonly string[]) => {
      const { status, stdout } = attempt(args);
      return status === 0 ? stdout.trim() : undefined;
    },
  };
}
