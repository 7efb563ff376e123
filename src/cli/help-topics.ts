/** The texts of `docform help environment` and `docform help exit-codes`, also for the reference. */
import type { ExitCode } from '../core/exit-code.ts';
import { wrapped } from '../report/wrap.ts';

interface Group {
  readonly title: string;
  readonly variables: readonly (readonly [string, string])[];
}

export const environmentGroups: readonly Group[] = [
  {
    title: 'Platform',
    variables: [
      ['DOCFORM_API_URL', 'URL of the platform; same as --api-url'],
      ['DOCFORM_ORG', 'Organization, if the configuration names none; same as --organization'],
      ['DOCFORM_TOKEN', 'Token; --token-file takes precedence'],
      ['DOCFORM_PLATFORM_URL', 'URL of a running reference platform for `docform platform`; same as --url'],
      [
        'HTTPS_PROXY, NO_PROXY',
        'Proxy as [http://][USER:PASSWORD@]HOST:PORT, and hosts that need no proxy. Requests to loopback addresses never use a proxy',
      ],
    ],
  },
  {
    title: 'Configuration',
    variables: [
      ['DOCFORM_CONFIG', 'Configuration file; same as -c'],
      ['DOCFORM_ENV', 'Environment; same as --env'],
      ['DOCFORM_VAR_NAME', 'Value of the variable NAME; same as --var NAME=VALUE'],
      [
        'DOCFORM_TITLE',
        'Title of the pull request or commit, for policy rules; default: CI_MERGE_REQUEST_TITLE or CI_COMMIT_MESSAGE of GitLab',
      ],
    ],
  },
  {
    title: 'Backend of the ledger, journal and state lock',
    variables: [
      [
        'DOCFORM_BACKEND',
        'Backend: postgres://USER@HOST/DATABASE[?schema=NAME] or https://HOST/PATH; default: files next to the configuration',
      ],
      [
        'DOCFORM_LOCK_SECONDS',
        'Seconds until the state lock of a crashed apply expires, from 5 to 3600 (default: 60; not for HTTP backends)',
      ],
      [
        'DOCFORM_SETTLE_SECONDS',
        'Seconds that apply waits for an object whose create request got no response, from 0 to 3600 (default: 30)',
      ],
      ['PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE', 'Parts of the PostgreSQL connection that the URL omits'],
      [
        'TF_HTTP_USERNAME, TF_HTTP_PASSWORD',
        "User and password of an HTTP state service, as for Terraform's http backend",
      ],
      [
        'TF_HTTP_LOCK_ADDRESS, TF_HTTP_LOCK_METHOD',
        'Lock request of an HTTP state service; default: LOCK, for GitLab POST to .../lock',
      ],
      [
        'TF_HTTP_UNLOCK_ADDRESS, TF_HTTP_UNLOCK_METHOD',
        'Unlock request of an HTTP state service; default: UNLOCK, for GitLab DELETE of .../lock',
      ],
    ],
  },
  {
    title: 'Lock holder, as shown to a waiting apply',
    variables: [
      ['GITHUB_ACTOR, GITLAB_USER_LOGIN, USER', 'Name of the holder; the first variable that is set'],
      ['GITHUB_RUN_ID (with GITHUB_SERVER_URL, GITHUB_REPOSITORY), CI_JOB_URL, BUILD_URL', 'Link to the pipeline run'],
    ],
  },
  {
    title: 'Pipeline runs, for `docform ci issue`, `ci drift-branch` and `ci comment`',
    variables: [
      [
        'GITHUB_TOKEN, GITLAB_TOKEN',
        'Token for GitHub or GitLab. docform sends the token only there, and sends no other token there',
      ],
      ['GITHUB_ACTIONS, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_REF', 'Repository and pull request on GitHub'],
      ['DOCFORM_COMMIT', 'Planned commit, as shown in comments; default: GITHUB_SHA or the GitLab variables'],
      ['GITLAB_CI, CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID', 'Project and merge request on GitLab'],
    ],
  },
  {
    title: 'Output',
    variables: [
      ['NO_COLOR, DOCFORM_NO_COLOR, FORCE_COLOR', 'Disable colour, or use colour even without a terminal'],
      ['DOCFORM_DEBUG', 'Same as --debug'],
      ['CI, TERM=dumb', 'Print progress lines without redrawing'],
    ],
  },
];

export function environmentText(): string {
  const shown = environmentGroups.map(
    ({ title, variables }) =>
      `${title}\n${variables.map(([name, meaning]) => `  ${name}\n      ${meaning}\n`).join('')}`,
  );
  return `Environment variables. Flags take precedence over variables. An empty variable counts as unset.\n\n${shown.join('\n')}`;
}

export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'Success. plan and drift also exit with 0 if they find changes, unless you pass --detailed-exitcode'],
  [
    1,
    'Failure. plan, drift, ls and access also exit with 1 if they could not read everything, and fmt --check if a file is not formatted',
  ],
  [
    2,
    'Changes or drift; only with plan --detailed-exitcode and drift --detailed-exitcode. Changes in the ledger alone count as changes: renamed, adopted and no longer managed objects, protection, and an interrupted apply that is not recorded yet',
  ],
  [
    3,
    'Invalid configuration or usage, such as a missing --yes without a terminal, or a saved plan for another target. Nothing was changed. Only import may have contacted the platform',
  ],
  [4, 'Not authenticated or not permitted'],
  [5, 'Partly applied; you can safely run apply again'],
  [
    6,
    'Blocked by protection or a guard, failed rehearsal, not confirmed, stale saved plan, or unexpected digest. Nothing was changed. plan exits with 6 only with --detailed-exitcode',
  ],
  [130, 'Interrupted. Requests in flight were completed'],
];

export function exitCodesText(columns: number): string {
  const rest = ' '.repeat('  130  '.length);
  const lines = exitMeanings.flatMap(([code, meaning]) =>
    wrapped(meaning, { columns: Math.min(120, columns), first: `  ${String(code).padStart(3)}  `, rest }),
  );
  return `Exit codes\n${lines.join('\n')}\n`;
}
