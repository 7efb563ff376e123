/** One GitLab at a time for the stories of a test file. */
import { spawnSync } from 'node:child_process';
import { afterEach, test as anywhere } from 'vitest';
import { type Gitlab, startGitlab } from './gitlab-run.ts';

/** gitlab-ci-local copies files with rsync. */
export const testWithRsync = anywhere.skipIf(spawnSync('rsync', ['--version']).status !== 0);

/** Closes each GitLab after its test. */
export function gitlabStories() {
  let gitlab: Gitlab | undefined;
  afterEach(async () => {
    await gitlab?.close();
    gitlab = undefined;
  });
  return {
    start: async (...args: Parameters<typeof startGitlab>) => {
      gitlab = await startGitlab(...args);
      return { ...gitlab, request: gitlab.forge.open({ number: 5, isRequest: true }) };
    },
    tokens: () => (gitlab === undefined ? [] : tokensIn(gitlab)),
  };
}

/** Values of the tokens that each process could read. The token of the job belongs to every job of GitLab. */
function tokensIn({ repository }: Gitlab) {
  return repository.machine.calls.map(({ argv, variables }) => {
    const found = Object.entries(variables).filter(([name, value]) => /^(DOCFORM|GITLAB)_.*TOKEN/.test(name) && value);
    return [argv.slice(0, argv[0] === 'ci' ? 2 : 1).join(' '), [...new Set(found.map(([, value]) => value))]] as const;
  });
}
