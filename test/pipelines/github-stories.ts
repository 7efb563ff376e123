/** One GitHub at a time for the stories of a test file. */
import { afterEach } from 'vitest';
import { type Github, startGithub } from './github-run.ts';

/** Closes each GitHub after its test. */
export function githubStories() {
  let github: Github | undefined;
  const close = async () => {
    await github?.close();
    github = undefined;
  };
  afterEach(close);
  return {
    start: async (...args: Parameters<typeof startGithub>) => {
      github = await startGithub(...args);
      return { ...github, request: github.forge.open({ number: 5, isRequest: true }) };
    },
    close,
    ledger: (branch = 'main') => github?.repository.fileOn(branch, 'docform.ledger.json'),
    secrets: () => (github === undefined ? [] : secretsIn(github)),
  };
}

export const brokenConfiguration = 'version: 1\nteams:\n  docs: { titel: "</details> @everyone ::error::" }\n';

/** Names of the secrets that a process could read, for each command of docform. */
function secretsIn({ repository }: Github) {
  return repository.machine.calls.map(({ argv, variables }) => {
    const names = Object.keys(variables).filter((name) => /TOKEN|BACKEND/.test(name) && variables[name] !== '');
    return [
      argv
        .filter((word) => /^[a-z-]+$/.test(word))
        .slice(0, argv[0] === 'ci' ? 2 : 1)
        .join(' '),
      names,
    ] as const;
  });
}
