/** The commands of `docform ci`: writing pipelines, and what these call to keep issues and comments. */
import type { Command } from 'commander';
import type { Add } from './declaring.ts';

export function addCiCommands(program: Command, add: Add): void {
  const ci = program
    .command('ci')
    .description('ready pipelines for GitHub and GitLab, and the issues and comments that these keep')
    .usage('COMMAND [flags]')
    .helpCommand(false);
  withChoices(
    add(
      ci,
      'github [environment...]',
      'write workflows that validate, plan, apply and look for drift; contacts nothing',
      ['ci github', 'ci github staging production --checkout-sha SHA --setup-node-sha SHA', 'ci github --dry-run'],
      async (session, environments, command) => (await import('./commands/ci.ts')).runCi(session, 'github', environments, command.opts()),
    ),
  )
    .option('--checkout-sha <sha>', 'commit of actions/checkout to pin it to (default: a tag, with a warning)')
    .option('--setup-node-sha <sha>', 'commit of actions/setup-node to pin it to')
    .option('--checkout-tag <tag>', 'its version: used where no commit is given, else a remark (default: v7)')
    .option('--setup-node-tag <tag>', 'the same of actions/setup-node (default: v7)')
    .option('--upload-artifact-sha <sha>', 'commit of actions/upload-artifact to pin it to')
    .option('--upload-artifact-tag <tag>', 'the same of actions/upload-artifact (default: v7)')
    .option('--store', 'the ledger is in a store that the secrets DOCFORM_STORE and DOCFORM_READ_STORE name, not in the repository');
  withChoices(
    add(
      ci,
      'gitlab [environment...]',
      'write a pipeline to include that validates, plans, applies and looks for drift; contacts nothing',
      ['ci gitlab', 'ci gitlab staging production', 'ci gitlab --image node:22@sha256:DIGEST'],
      async (session, environments, command) => (await import('./commands/ci.ts')).runCi(session, 'gitlab', environments, command.opts()),
    ),
  ).option('--image <image>', 'container of the jobs (default: node:22)');
  addKeeping(ci, add);
}

/** What the pipelines call; of use to people only where they write pipelines of their own. */
function addKeeping(ci: Command, add: Add): void {
  add(
    ci,
    'issue',
    'in a run: keep the one issue of a target, from what `drift --format markdown` wrote',
    ['ci issue --file drift.md --env production', 'ci issue --file drift.md --clean'],
    async (session, _, command) => (await import('./commands/ci-keep.ts')).runCiIssue(session, command.opts()),
  )
    .option('--file <file>', 'what `docform drift --format markdown` wrote')
    .option('--clean', 'there is no drift: close the issue')
    .option('--name <name>', 'tells configurations of one repository apart (default: docform)')
    .option('--author <login>', 'GitHub: who the token writes as (default: github-actions[bot])');
  add(
    ci,
    'comment',
    'in a run: keep one comment with a plan below the pull request or merge request',
    ['ci comment --file plan.md --env production', 'ci comment --file plan.md --only-update --or-failed'],
    async (session, _, command) => (await import('./commands/ci-keep.ts')).runCiComment(session, command.opts()),
  )
    .option('--file <file>', 'Markdown to show, as `docform plan --format markdown` wrote it')
    .option('--only-update', 'make no comment where there is none yet')
    .option('--artifact <url>', 'page of the forge where the whole plan is kept, to link to; an empty one is none')
    .option('--or-failed', 'where the file is missing or empty, say that the plan failed')
    .option('--name <name>', 'tells configurations of one repository apart (default: docform)')
    .option('--author <login>', 'GitHub: who the token writes as (default: github-actions[bot])');
}

function withChoices(command: Command): Command {
  return command
    .option('--name <name>', 'of the files, jobs and issues (default: docform)')
    .option('--branch <branch>', 'what is applied (default: main)')
    .option('--install <command>', 'what puts docform into node_modules (default: npm ci --ignore-scripts)')
    .option('--node-version <version>', 'version of Node.js (default: 22)')
    .option('--cron <schedule>', "GitHub: when to look for drift (default: '17 3 * * *')")
    .option('--out <directory>', 'root of the repository (default: that of the one around this directory)')
    .option('--force', 'write over files that are there already')
    .option('--dry-run', 'only print them; nothing is written');
}
