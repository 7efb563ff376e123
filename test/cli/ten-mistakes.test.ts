/** Tests the errors of the ten most common mistakes: each has a fix in one line, and following the fix resolves the error. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const head = 'version: 1\norganization: acme\n';

interface InFile {
  readonly wrong: string;
  /** The output without the frame around the source line. */
  readonly error: string;
  readonly place: string;
  readonly help: string;
  /** The file after the fix. */
  readonly mended: string;
}

const inFiles: { readonly [mistake: string]: InFile } = {
  'a wrong indentation': {
    wrong: 'teams:\n  docs:\n    title: Docs\n   members: {}\n',
    error: 'error[E-YAML]: the indentation of this line matches no line above it',
    place: '6:4',
    help: 'begin the line in column 5, like line 5, or in column 3, like line 4',
    mended: 'teams:\n  docs:\n    title: Docs\n    members: {}\n',
  },
  'an indented line below a value': {
    wrong: 'teams:\n  docs:\n    title: Docs\n      members: {}\n',
    error: 'error[E-YAML]: this line is indented below line 5, which already has a value',
    place: '6:7',
    help: 'begin the line in column 5, like line 5',
    mended: 'teams:\n  docs:\n    title: Docs\n    members: {}\n',
  },
  'a brace that is not closed': {
    wrong: 'teams:\n  docs: { title: Docs\n  support: { title: Support }\n',
    error: 'error[E-YAML]: this { is never closed',
    place: '4:9',
    help: 'add the missing }',
    mended: 'teams:\n  docs: { title: Docs }\n  support: { title: Support }\n',
  },
  'a tab': {
    wrong: 'teams:\n\tdocs: { title: Docs }\n',
    error: 'error[E-YAML]: tabs are not allowed as indentation',
    place: '4:1',
    help: 'replace the tab by spaces, two for each level',
    mended: 'teams:\n  docs: { title: Docs }\n',
  },
  'a typo in a key': {
    wrong: 'teams:\n  docs: { titel: Docs }\n',
    error: 'error[E-KEY-UNKNOWN]: unknown key "titel" in teams/docs',
    place: '4:11',
    help: 'did you mean "title"?',
    mended: 'teams:\n  docs: { title: Docs }\n',
  },
  'a reference to a missing resource': {
    wrong: 'saml:\n  okta: { label: Okta, defaultTeam: dcos }\nteams:\n  docs: { title: Docs }\n',
    error: 'error[E-REF-UNKNOWN]: unknown team "dcos"',
    place: '4:37',
    help: 'did you mean "docs"? (teams/docs, docform.yaml:6)',
    mended: 'saml:\n  okta: { label: Okta, defaultTeam: docs }\nteams:\n  docs: { title: Docs }\n',
  },
  'a duplicate key': {
    wrong: 'teams:\n  docs: { title: Docs }\n  docs: { title: Handbook }\n',
    error: 'error[E-DUPLICATE-KEY]: duplicate key "docs"',
    place: '5:3',
    help: 'remove or rename one of the two',
    mended: 'teams:\n  docs: { title: Docs }\n',
  },
  'a number where a text belongs': {
    wrong: 'teams:\n  docs: { title: 2024 }\n',
    error: 'error[E-TYPE]: teams/docs: title must be text, not a number',
    place: '4:18',
    help: 'put the value in quotes: "2024"',
    mended: 'teams:\n  docs: { title: "2024" }\n',
  },
  'a list where a map belongs': {
    wrong: 'teams:\n  - docs\n',
    error: 'error[E-TYPE]: teams must be a map, not a list',
    place: '4:5',
    help: 'remove the dashes, and write each entry as KEY: VALUE',
    mended: 'teams:\n  docs: { title: Docs }\n',
  },
  'a list where a text belongs': {
    wrong: 'teams:\n  docs: { title: [Docs] }\n',
    error: 'error[E-TYPE]: teams/docs: title must be text, not a list',
    place: '4:18',
    help: 'remove the brackets or the dash: Docs',
    mended: 'teams:\n  docs: { title: Docs }\n',
  },
  'an undeclared variable': {
    wrong: `vars: { teamTitle: Docs }\nteams:\n  docs: { title: "\${vars.teamTitel}" }\n`,
    error: 'error[E-VAR-UNKNOWN]: unknown variable "teamTitel"',
    place: '5:18',
    help: 'did you mean "teamTitle"? declare the variable under `vars`',
    mended: `vars: { teamTitle: Docs }\nteams:\n  docs: { title: "\${vars.teamTitle}" }\n`,
  },
  'a variable in the syntax of another tool': {
    wrong: `vars: { teamTitle: Docs }\nteams:\n  docs: { title: "\${teamTitle}" }\n`,
    error: `error[E-VAR-SYNTAX]: \`\${\` without a valid variable name`,
    place: '5:18',
    help: `write \${vars.teamTitle}, or $\${ for a literal \${`,
    mended: `vars: { teamTitle: Docs }\nteams:\n  docs: { title: "\${vars.teamTitle}" }\n`,
  },
};

test.each(Object.entries(inFiles))(
  'the error has a fix that resolves the mistake: %s',
  async (_, { wrong, error, place, help, mended }) => {
    const { exit, stdout, stderr } = await run(['validate'], {
      directory: directoryWith({ 'docform.yaml': head + wrong }),
    });
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr.split('\n').slice(0, 2)).toEqual([error, `  --> docform.yaml:${place}`]);
    expect(stderr.match(/= help: .*/g)).toEqual([`= help: ${help}`]);
    expect(stderr).toMatch(/\n1 problem in 1 file; for details, run docform explain CODE\n$/);
    const again = await run(['validate'], { directory: directoryWith({ 'docform.yaml': head + mended }) });
    expect(again).toMatchObject({ exit: 0, stderr: '' });
  },
);

let platform: StartedPlatform;
let directory: string;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
  directory = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
});
afterAll(() => platform.close());

interface Around {
  readonly variables: { readonly [name: string]: string };
  readonly exit: number;
  readonly error: RegExp;
  readonly help: string;
}

const check = 'check the API URL (--api-url or DOCFORM_API_URL), that the platform is running, and any proxies';
const around: { readonly [mistake: string]: Around } = {
  'a missing environment variable': {
    variables: { DOCFORM_TOKEN: '' },
    exit: 4,
    error: /^error\[E-TOKEN\]: no token$/m,
    help: 'set DOCFORM_TOKEN, or pass --token-file FILE (- for stdin)',
  },
  'a wrong token': {
    variables: { DOCFORM_TOKEN: 'wrong' },
    exit: 4,
    error: /^error\[E-API\]: listSites \(GET \/v1\/orgs\/\S+\/sites\): 401 unknown token$/m,
    help: 'the platform rejected the token: check DOCFORM_TOKEN or --token-file, and that the token belongs to this platform',
  },
  'a URL without https': {
    variables: { DOCFORM_API_URL: 'http://api.example.com' },
    exit: 3,
    error: /^error\[E-API-URL\]: the API URL must start with https:\/\/; http is allowed only for loopback addresses$/m,
    help: 'set --api-url or DOCFORM_API_URL to https://HOST, or to `local` for the reference platform in this process',
  },
  'a URL of another server': {
    variables: { DOCFORM_API_URL: 'elsewhere' },
    exit: 4,
    error: /^error\[E-API\]: getOrganization .*404 no operation at /m,
    help: 'the object does not exist or is not visible to this token: check the organization id and the API URL (--api-url or DOCFORM_API_URL) with `docform doctor`',
  },
  'https for a server that uses http': {
    variables: { DOCFORM_API_URL: 'https' },
    exit: 1,
    error:
      /^error\[E-API\]: could not read anything: .* no response: the server uses http, not https \(ERR_SSL_WRONG_VERSION_NUMBER\)/m,
    help: check,
  },
  'no network': {
    variables: { DOCFORM_API_URL: 'http://127.0.0.1:1' },
    exit: 1,
    error: /^error\[E-API\]: could not read anything: .* no response: connection refused \(ECONNREFUSED\)/m,
    help: check,
  },
};

test.each(Object.entries(around))(
  'the error of the environment has a fix: %s',
  async (_, { variables, exit, error, help }) => {
    const right = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization };
    const addresses: { readonly [name: string]: string } = {
      elsewhere: `${platform.url}/elsewhere`,
      https: platform.url.replace('http:', 'https:'),
    };
    const named = addresses[variables.DOCFORM_API_URL ?? ''];
    const given = named === undefined ? variables : { DOCFORM_API_URL: named };
    const { stderr, ...ran } = await run(['plan', '--max-wait', '200ms'], {
      directory,
      environment: { ...right, ...given },
    });
    expect(ran).toMatchObject({ exit, stdout: '' });
    expect(stderr).toMatch(error);
    expect(stderr.match(/= help: .*/g)).toEqual([`= help: ${help}`]);
    expect(stderr.split('\n').length).toBeLessThan(6);
    expect((await run(['plan'], { directory, environment: right })).exit).toBe(0);
  },
);

test('the error for a directory without a configuration has a fix', async () => {
  const { exit, stderr } = await run(['plan'], { directory: directoryWith({ '.git': '' }) });
  expect(exit).toBe(3);
  expect(stderr.match(/= help: .*/g)).toEqual([
    '= help: name the configuration with -C DIRECTORY or -c FILE; run `docform import` to write it from the platform, or `docform init` for a starter file',
  ]);
});
