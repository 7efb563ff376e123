/** `docform completion SHELL`: the script that a shell reads once; and what that asks each time, `docform completion words`. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { candidates, type Shell, type Sources, scripts, shells } from '../completion.ts';
import { readConfiguration } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import { settingsOf } from '../settings.ts';

export async function runCompletion(session: Session, program: Command, [what = '', ...words]: readonly string[]): Promise<ExitCode> {
  if (what === 'words') {
    const found = await candidates(program, words, sourcesFor(session, words));
    session.result(found.map((each) => `${each}\n`).join(''));
    return exitCode.done;
  }
  if (!isShell(what)) throw usageFailure(`there is no completion for ${what}`, `choose ${shells.join(', ')}`);
  if (words.length > 0) throw usageFailure('too many arguments for completion', 'see docform completion --help');
  session.result(scripts[what]);
  return exitCode.done;
}

function isShell(text: string): text is Shell {
  return shells.some((each) => each === text);
}

/** Of the configuration that the line itself means. Whatever is wrong with it is no concern of somebody who is typing. */
function sourcesFor(session: Session, words: readonly string[]): Sources {
  const meant = { ...session, settings: { ...session.settings, ...placesIn(session, words) } };
  const read = () => readConfiguration(meant, { mayBeOpen: true }).catch(() => undefined);
  return {
    addresses: async () =>
      (await read())?.desired?.resources.filter(({ isLookUp }) => isLookUp !== true).map(({ address }) => address) ?? [],
    codes: async () => (await import('./explain.ts')).explainedCodes(),
    environments: async () => {
      const main = (await read())?.file;
      return main === undefined ? [] : environmentsBeside(resolve(meant.settings.directory, main));
    },
  };
}

/** What -C, -c and --env say in these words. */
function placesIn({ io }: Session, words: readonly string[]): Partial<Session['settings']> {
  const said = (...names: readonly string[]): string | undefined => {
    const at = words.findLastIndex((word, index) => names.includes(word) && index < words.length - 2);
    return at === -1 ? undefined : words[at + 1];
  };
  const [chdir, config, env] = [said('-C', '--chdir'), said('-c', '--config'), said('--env')];
  const { directory, configuration, environmentName } = settingsOf(
    {
      ...(chdir === undefined ? {} : { chdir }),
      ...(config === undefined ? {} : { config: [config] }),
      ...(env === undefined ? {} : { env }),
    },
    io,
  );
  return {
    directory,
    ...(configuration === undefined ? {} : { configuration }),
    ...(environmentName === undefined ? {} : { environmentName }),
  };
}

function environmentsBeside(file: string): readonly string[] {
  try {
    const names = readdirSync(join(dirname(file), 'env'));
    return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => name.replace(/\.ya?ml$/, ''));
  } catch {
    return [];
  }
}
