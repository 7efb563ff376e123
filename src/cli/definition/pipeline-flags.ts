/** The flags of the commands that write pipelines. */

export const pipelineFlags = {
  '--name <name>': 'Name the files, jobs and issues (default: docform)',
  '--branch <branch>': 'Apply commits on this branch (default: main)',
  '--install <command>': 'Install docform with this command (default: npm ci --ignore-scripts)',
  '--node-version <version>': 'Use this version of Node.js (default: 22)',
  '--cron <schedule>': "Detect drift on this schedule (GitHub only; default: '17 3 * * *')",
  '--shared-comment': 'Show the plans of all configurations of a pull request in one comment',
  '--drift-branch': 'Propose to accept drift in a pull request or merge request',
  '--plan-environment <name>': 'Run the plan and drift jobs in this protected environment, which has the read token',
  '--only <pattern>...': 'Plan, apply and compare only these resources; repeatable',
  '--except <pattern>...': 'Plan, apply and compare everything except these resources; repeatable',
  '--out <directory>': 'Write to this repository root (default: the root of the current repository)',
  '--force': 'Overwrite existing files',
  '--dry-run': 'Print the files without writing them',
} as const;
