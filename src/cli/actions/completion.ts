/** `docform completion SHELL` prints a completion script, which calls `docform completion words` for each completion. */

import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { withoutUndefined } from '../../core/defined.ts';
import { readShippedText } from '../../disk/shipped-text.ts';
import { commonFlagWords, flagsOf, formatsFor } from '../definition/flags.ts';
import { readConfiguration } from '../files/configuration.ts';
import { type Run, type Session, settingsOf, usageFailure } from '../io/session.ts';

export function completionOf(program: Command): Run {
  return async (session, [what = '', ...words]) => {
    if (what === 'words') {
      const found = await candidates(program, words, sourcesFor(session, words));
      return session.result(found.map((each) => `${each}\n`).join(''));
    }
    if (!shells.includes(what)) throw usageFailure(`no completion for ${what}`, `choose ${shells.join(', ')}`);
    if (words.length > 0) throw usageFailure('too many arguments for completion', 'see `docform completion --help`');
    session.result(readShippedText(`cli/assets/completion.${what}`));
  };
}

/** Reads the configuration that the command line selects. Errors in the configuration are ignored while the user types. */
function sourcesFor(session: Session, words: readonly string[]) {
  const meant = { ...session, settings: { ...session.settings, ...placesIn(session, words) } };
  const read = () => readConfiguration(meant, { mayBeOpen: true }).catch(() => undefined);
  return {
    addresses: async () =>
      (await read())?.desired?.resources
        .filter(({ isExternal }) => isExternal !== true)
        .map(({ address }) => address) ?? [],
    codes: async () => (await import('./explain.ts')).explainedNames(),
    environments: async () => {
      const main = (await read())?.file;
      return main === undefined ? [] : environmentsBeside(resolve(meant.settings.directory, main));
    },
  };
}

function placesIn({ io }: Session, words: readonly string[]): Partial<Session['settings']> {
  const said = (...names: readonly string[]) => {
    const at = words.findLastIndex((word, index) => names.includes(word) && index < words.length - 2);
    return at === -1 ? undefined : words[at + 1];
  };
  const config = said('-c', '--config');
  const named = withoutUndefined({
    chdir: said('-C', '--chdir'),
    config: config === undefined ? undefined : [config],
    env: said('--env'),
  });
  const { directory, configuration, environmentName } = settingsOf(named, io);
  return { directory, ...withoutUndefined({ configuration, environmentName }) };
}

function environmentsBeside(file: string) {
  try {
    const names = readdirSync(join(dirname(file), 'env'));
    return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => name.replace(/\.ya?ml$/, ''));
  } catch {
    return [];
  }
}

const shells = ['bash', 'zsh', 'fish'];

type Sources = Readonly<ReturnType<typeof sourcesFor>>;

const topics = ['flags', 'exit-codes', 'environment'];

const valuesOf: { readonly [flag: string]: (sources: Sources, command: Command) => Promise<readonly string[]> } = {
  '--format': async (_, command) => formatsFor(command),
  '--color': async () => ['auto', 'always', 'never'],
  '--split': async () => ['site', 'kind'],
  '--env': ({ environments }) => environments(),
  '--allow': ({ addresses }) => addresses(),
  '--only': ({ addresses }) => addresses(),
  '--except': ({ addresses }) => addresses(),
};

const ofAddresses = new Set(['import', 'drift', 'get', 'forget', 'mv', 'set']);

/** `words`: the words after `docform`; the last word can be incomplete. Returns no candidates where only a file is possible. */
async function candidates(program: Command, words: readonly string[], sources: Sources) {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commandOf(program, before);
  const known = flagsHere(program, command);
  const last = before.at(-1);
  const [flag = '', started] = typed.split('=', 2);
  const asked = typed.startsWith('--') && started !== undefined ? flag : takesValue(known, last) ? last : undefined;
  if (asked !== undefined) {
    const values = (await valuesOf[asked]?.(sources, command)) ?? [];
    return matching(started === undefined ? values : values.map((value) => `${asked}=${value}`), typed);
  }
  const isFlag = typed.startsWith('-');
  const found = isFlag ? known.flatMap(({ names }) => names) : await operandsOf(program, command, sources);
  return matching(found, typed);
}

/** Bash inserts candidates as they are, so a file name with `$(…)` would be executed. Only words without special characters are offered. */
const plainWord = /^(?:--[\w-]+=)?[\p{L}\p{N}_@%+:,./-]+$/u;

function matching(all: readonly string[], typed: string) {
  return [...new Set(all)].filter((each) => each.startsWith(typed) && plainWord.test(each)).sort();
}

function commandOf(program: Command, words: readonly string[]) {
  return words.reduce((command, word) => command.commands.find((each) => each.name() === word) ?? command, program);
}

type KnownFlags = ReturnType<typeof flagsHere>;

function flagsHere(program: Command, command: Command) {
  const own = command === program ? [] : [...command.options, ...flagsOf(command)];
  return [...own, ...commonFlagWords(), { flags: '--help' }].map(({ flags }) => ({
    names: [...(flags.match(/--[\w-]+/g) ?? [])],
    hasValue: /[<[]/.test(flags),
  }));
}

function takesValue(known: KnownFlags, word: string | undefined) {
  if (word === '-c' || word === '-C' || word === '-o') return true;
  return known.some(({ names, hasValue }) => hasValue && word !== undefined && names.includes(word));
}

async function operandsOf(program: Command, command: Command, sources: Sources) {
  if (command.commands.length > 0) return command.commands.map((each) => each.name());
  if (ofAddresses.has(command.name())) return sources.addresses();
  switch (command.name()) {
    case 'help':
      return [...topics, ...program.commands.map((each) => each.name())];
    case 'explain':
      return sources.codes();
    case 'completion':
      return shells;
    case 'api':
      return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    default:
      return [];
  }
}
