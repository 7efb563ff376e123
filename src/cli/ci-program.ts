/** Declares the commands of `docform ci`. */
import type { Command } from 'commander';
import type { Add } from './flags.ts';

export function addCiCommands(add: Add): void {
  const ci = add.group(
    'ci',
    'Generate GitHub or GitLab CI pipelines, or update plan comments and drift issues from a pipeline',
  );
  withChoices(
    ci(
      'github [environment...]',
      'Write GitHub workflows that validate, plan, apply and detect drift (offline)',
      ['ci github', 'ci github staging production --checkout-sha SHA --setup-node-sha SHA', 'ci github --dry-run'],
      async () => (await import('./commands/ci.ts')).runCiGithub,
    ),
  )
    .option('--checkout-sha <sha>', 'Pin actions/checkout to this commit (default: a tag, with a warning)')
    .option('--setup-node-sha <sha>', 'Pin actions/setup-node to this commit (default: a tag, with a warning)')
    .option(
      '--checkout-tag <tag>',
      'Use this tag of actions/checkout, or note the tag next to the pinned commit (default: v7)',
    )
    .option(
      '--setup-node-tag <tag>',
      'Use this tag of actions/setup-node, or note the tag next to the pinned commit (default: v7)',
    )
    .option(
      '--upload-artifact-sha <sha>',
      'Pin actions/upload-artifact to this commit (default: a tag, with a warning)',
    )
    .option(
      '--upload-artifact-tag <tag>',
      'Use this tag of actions/upload-artifact, or note the tag next to the pinned commit (default: v7)',
    )
    .option(
      '--backend',
      'Keep the ledger in the backend that the secrets DOCFORM_BACKEND and DOCFORM_READ_BACKEND name, not in the repository',
    );
  withChoices(
    ci(
      'gitlab [environment...]',
      'Write a GitLab pipeline that validates, plans, applies and detects drift (offline)',
      ['ci gitlab', 'ci gitlab staging production', 'ci gitlab --image node:22@sha256:DIGEST'],
      async () => (await import('./commands/ci.ts')).runCiGitlab,
    ),
  ).option('--image <image>', 'Run the jobs in this container image (default: node:22)');
  addKeeping(ci);
}

function addKeeping(ci: Add): void {
  ci(
    'issue',
    'Create, update or close the drift issue of a target (in a pipeline)',
    ['ci issue --file drift.md --env production', 'ci issue --file drift.md --clean'],
    async () => (await import('./commands/ci-keep.ts')).runCiIssue,
  )
    .option('--file <file>', 'Read the report that `docform drift --format markdown` wrote')
    .option('--clean', 'Close the issue, because there is no drift')
    .option('--name <name>', 'Name the configuration, if the repository has several (default: docform)')
    .option('--author <login>', 'Set the login of the token (GitHub only; default: github-actions[bot])');
  ci(
    'drift-branch',
    'Propose the edits of `docform drift --write` in a pull request or merge request (in a pipeline)',
    ['ci drift-branch --file drift.md --env production', 'ci drift-branch --file drift.md --clean'],
    async () => (await import('./commands/ci-keep.ts')).runCiDriftBranch,
  )
    .option('--file <file>', 'Read the report that `docform drift --format markdown` wrote before the edits')
    .option('--clean', 'Close the pull request, because there is no drift')
    .option('--base <branch>', 'Propose the edits for this branch (default: main)')
    .option('--name <name>', 'Name the configuration, if the repository has several (default: docform)');
  ci(
    'comment',
    'Create or update the plan comment of a pull request or merge request (in a pipeline)',
    ['ci comment --file plan.md --env production', 'ci comment --file plan.md --only-update --or-failed'],
    async () => (await import('./commands/ci-keep.ts')).runCiComment,
  )
    .option('--file <file>', 'Read the comment that `docform plan --format markdown` wrote')
    .option(
      '--shared',
      'Show all configurations in one comment; FILE is a saved plan, or the Markdown of a failed plan',
    )
    .option('--only-update', 'Update an existing comment only')
    .option('--artifact <url>', 'Link to the complete plan at this URL; an empty URL adds no link')
    .option('--or-failed', 'Report a failed plan if the file is missing or empty')
    .option('--name <name>', 'Name the configuration, if the repository has several (default: docform)')
    .option('--author <login>', 'Set the login of the token (GitHub only; default: github-actions[bot])');
}

function withChoices(command: Command): Command {
  return command
    .option('--name <name>', 'Name the files, jobs and issues (default: docform)')
    .option('--branch <branch>', 'Apply commits on this branch (default: main)')
    .option('--install <command>', 'Install docform with this command (default: npm ci --ignore-scripts)')
    .option('--node-version <version>', 'Use this version of Node.js (default: 22)')
    .option('--cron <schedule>', "Detect drift on this schedule (GitHub only; default: '17 3 * * *')")
    .option('--shared-comment', 'Show the plans of all configurations of a pull request in one comment')
    .option('--drift-branch', 'Propose to accept drift in a pull request or merge request')
    .option('--out <directory>', 'Write to this repository root (default: the root of the current repository)')
    .option('--force', 'Overwrite existing files')
    .option('--dry-run', 'Print the files without writing them');
}
