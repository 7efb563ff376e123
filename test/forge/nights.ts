/** Runs `docform ci issue` on several nights with a fake forge. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ran, run } from '../cli/harness.ts';
import { type ForgeFake, forgeToken } from './forge-fake.ts';

export const digests = {
  first: `sha256:${'1'.repeat(64)}`,
  second: `sha256:${'2'.repeat(64)}`,
  none: `sha256:${'0'.repeat(64)}`,
};

/** Variables that forges set in every run. */
export function runVariables({ kind, url }: ForgeFake): { readonly [name: string]: string } {
  return kind === 'github'
    ? {
        ...{
          GITHUB_ACTIONS: 'true',
          GITHUB_API_URL: url,
          GITHUB_REPOSITORY: 'acme/docs',
          GITHUB_TOKEN: forgeToken,
          GITHUB_REF: 'refs/pull/5/merge',
        },
        ...{ GITHUB_SERVER_URL: 'https://github.test', GITHUB_RUN_ID: '41' },
      }
    : {
        ...{
          GITLAB_CI: 'true',
          CI_API_V4_URL: url,
          CI_PROJECT_ID: '7',
          GITLAB_TOKEN: forgeToken,
          CI_MERGE_REQUEST_IID: '5',
        },
        CI_SERVER_URL: 'https://gitlab.test',
        CI_JOB_URL: 'https://gitlab.test/acme/docs/-/jobs/41',
      };
}

export function driftText(digest: string, text = 'Bo was made an owner.'): string {
  return `### Drift\n\n${text}\n\n<!-- docform-drift digest=${digest} -->\n`;
}

export interface Night {
  readonly forge: ForgeFake;
  readonly directory: string;
}

/** Runs one night. `digest` is the digest of the drift, or undefined if nothing drifted. */
export async function night(
  { forge, directory }: Night,
  digest: string | undefined,
  flags: readonly string[] = [],
): Promise<Ran> {
  await writeFile(
    join(directory, 'drift.md'),
    driftText(digest ?? digests.none, digest === undefined ? 'No drift.' : undefined),
  );
  const clean = digest === undefined ? ['--clean'] : [];
  return run(['ci', 'issue', '--file', 'drift.md', ...clean, ...flags], {
    directory,
    environment: runVariables(forge),
  });
}
