/** The environment variables that docform reads, and the text of `docform help environment`. */

interface Group {
  readonly title: string;
  readonly variables: readonly (readonly [string, string])[];
}

export const environmentGroups: readonly Group[] = [
  {
    title: 'Platform',
    variables: [
      ['DOCFORM_API_URL', 'its address, as --api-url'],
      ['DOCFORM_ORG', 'the organization, as --organization; stands in for `organization` of the configuration'],
      ['DOCFORM_TOKEN', 'the token; else --token-file'],
      ['DOCFORM_PLATFORM_URL', 'where `docform platform` finds a running reference platform, as --url'],
      [
        'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
        'which http or https proxy to use ([http://][USER:PASSWORD@]HOST:PORT), and for which hosts none; loopback never has one',
      ],
    ],
  },
  {
    title: 'Configuration',
    variables: [
      ['DOCFORM_CONFIG', 'the configuration file, as -c'],
      ['DOCFORM_ENV', 'the environment, as --env'],
      ['DOCFORM_VAR_NAME', 'value of the variable NAME, as --var NAME=VALUE'],
      [
        'DOCFORM_TITLE',
        'title of the pull request or commit, as rules over plans see it; else CI_MERGE_REQUEST_TITLE or CI_COMMIT_MESSAGE of GitLab',
      ],
    ],
  },
  {
    title: 'Store of ledger, journal and lease',
    variables: [
      ['DOCFORM_STORE', 'postgres://USER@HOST/DATABASE[?schema=NAME] or https://HOST/PATH; without it, files beside the configuration'],
      ['DOCFORM_LEASE_SECONDS', 'how long the lease of an apply outlives it when it dies: 5 to 3600, default 60 (not for https)'],
      [
        'DOCFORM_SETTLE_SECONDS',
        'how long apply waits for objects that an interrupted apply asked for, counted from its request: 0 to 3600, default 30',
      ],
      ['PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE', 'what the address of a database leaves out'],
      ['TF_HTTP_USERNAME, TF_HTTP_PASSWORD', "user and password of a state service, as for Terraform's http backend"],
      ['TF_HTTP_LOCK_ADDRESS, TF_HTTP_LOCK_METHOD', 'where and how it locks; by itself: LOCK, at GitLab POST to .../lock'],
      ['TF_HTTP_UNLOCK_ADDRESS, TF_HTTP_UNLOCK_METHOD', 'where and how it unlocks; by itself: UNLOCK, at GitLab DELETE of .../lock'],
    ],
  },
  {
    title: 'Who applies, as others see it who have to wait',
    variables: [
      ['GITHUB_ACTOR, GITLAB_USER_LOGIN, USER', 'the name; the first that is set'],
      ['GITHUB_RUN_ID (with GITHUB_SERVER_URL, GITHUB_REPOSITORY), CI_JOB_URL, BUILD_URL', 'the link to the run'],
    ],
  },
  {
    title: 'Runs of a pipeline, for `docform ci issue` and `docform ci comment`',
    variables: [
      ['GITHUB_TOKEN, GITLAB_TOKEN', 'the token of the forge; nothing else is sent there, and it is sent nowhere else'],
      ['GITHUB_ACTIONS, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_REF', 'GitHub: where, and which pull request'],
      ['DOCFORM_COMMIT', 'the commit that is planned, as comments name it; else that of GITHUB_SHA or of the variables of GitLab'],
      ['GITLAB_CI, CI_API_V4_URL, CI_PROJECT_ID, CI_MERGE_REQUEST_IID', 'GitLab: where, and which merge request'],
    ],
  },
  {
    title: 'Output',
    variables: [
      ['NO_COLOR, DOCFORM_NO_COLOR, FORCE_COLOR', 'no colour, or colour also where there is no terminal'],
      ['DOCFORM_DEBUG', 'as --debug'],
      ['CI, TERM=dumb', 'no line is drawn over'],
    ],
  },
];

export function environmentText(): string {
  const shown = environmentGroups.map(
    ({ title, variables }) => `${title}\n${variables.map(([name, meaning]) => `  ${name}\n      ${meaning}\n`).join('')}`,
  );
  return `Environment variables. A flag beats a variable; an empty variable counts as missing.\n\n${shown.join('\n')}`;
}
