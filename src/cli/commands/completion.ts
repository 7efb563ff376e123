/** `docform completion SHELL`: the script that a shell reads once; and what that asks each time, `docform completion words`. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfiguration } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { commonFlags, flagsOf } from '../flags.ts';
import type { Session } from '../session.ts';
import { settingsOf, stated } from '../settings.ts';

export async function runCompletion(
  session: Session,
  program: Command,
  [what = '', ...words]: readonly string[],
): Promise<ExitCode> {
  if (what === 'words') {
    const found = await candidates(program, words, sourcesFor(session, words));
    session.result(found.map((each) => `${each}\n`).join(''));
    return exitCode.done;
  }
  if (!isShell(what)) throw usageFailure(`no completion for ${what}`, `choose ${shells.join(', ')}`);
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
      (await read())?.desired?.resources
        .filter(({ isExternal }) => isExternal !== true)
        .map(({ address }) => address) ?? [],
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
  const named = stated({ chdir, config: config === undefined ? undefined : [config], env });
  const { directory, configuration, environmentName } = settingsOf(named, io);
  return { directory, ...stated({ configuration, environmentName }) };
}

function environmentsBeside(file: string): readonly string[] {
  try {
    const names = readdirSync(join(dirname(file), 'env'));
    return names.filter((name) => /\.ya?ml$/.test(name)).map((name) => name.replace(/\.ya?ml$/, ''));
  } catch {
    return [];
  }
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** What only files and catalogues know; each is asked only where it is wanted. */
interface Sources {
  readonly addresses: () => Promise<readonly string[]>;
  readonly codes: () => Promise<readonly string[]>;
  readonly environments: () => Promise<readonly string[]>;
}

const formats = ['text', 'json', 'markdown', 'csv', 'github', 'codequality', '_redirects', 'nginx'];
const topics = ['flags', 'exit-codes', 'environment'];

/** Of flags that take one of a few values, by their names. */
const valuesOf: { readonly [flag: string]: (sources: Sources) => Promise<readonly string[]> } = {
  '--format': async () => formats,
  '--color': async () => ['auto', 'always', 'never'],
  '--split': async () => ['site', 'kind'],
  '--env': ({ environments }) => environments(),
  '--allow': ({ addresses }) => addresses(),
};

/** Commands whose operands are addresses of resources. */
const ofAddresses = new Set(['import', 'drift', 'ls', 'forget', 'mv']);

/** `words`: what stands behind `docform`, the last one as far as it is typed. Sorted; none where only a file could stand there. */
async function candidates(program: Command, words: readonly string[], sources: Sources): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commandOf(program, before);
  const known = flagsHere(program, command);
  const last = before.at(-1);
  const [flag = '', started] = typed.split('=', 2);
  const asked = typed.startsWith('--') && started !== undefined ? flag : takesValue(known, last) ? last : undefined;
  if (asked !== undefined) {
    const values = (await valuesOf[asked]?.(sources)) ?? [];
    return matching(started === undefined ? values : values.map((value) => `${asked}=${value}`), typed);
  }
  if (typed.startsWith('-'))
    return matching(
      known.flatMap(({ names }) => names),
      typed,
    );
  return matching(await operandsOf(program, command, sources), typed);
}

/** A word that every shell takes as it is. Others are not offered: bash inserts what it gets, so that Enter would run `$(…)` in the name of a file. */
const plainWord = /^(?:--[\w-]+=)?[\p{L}\p{N}_@%+:,./-]+$/u;

function matching(all: readonly string[], typed: string): readonly string[] {
  return [...new Set(all)].filter((each) => each.startsWith(typed) && plainWord.test(each)).sort();
}

/** The innermost command that is named. */
function commandOf(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => command.commands.find((each) => each.name() === word) ?? command, program);
}

interface KnownFlag {
  readonly names: readonly string[];
  readonly hasValue: boolean;
}

function flagsHere(program: Command, command: Command): readonly KnownFlag[] {
  const own = command === program ? [] : [...command.options, ...flagsOf(command.name())];
  return [...own, ...commonFlags(), { flags: '--help' }].map(({ flags }) => ({
    names: flags.match(/--[\w-]+/g) ?? [],
    hasValue: /[<[]/.test(flags),
  }));
}

function takesValue(known: readonly KnownFlag[], word: string | undefined): boolean {
  if (word === '-c' || word === '-C' || word === '-o') return true;
  return known.some(({ names, hasValue }) => hasValue && word !== undefined && names.includes(word));
}

async function operandsOf(program: Command, command: Command, sources: Sources): Promise<readonly string[]> {
  if (command.commands.length > 0) return command.commands.map((each) => each.name());
  if (ofAddresses.has(command.name())) return sources.addresses();
  switch (command.name()) {
    case 'help':
      return [...topics, ...program.commands.map((each) => each.name())];
    case 'explain':
      return sources.codes();
    case 'completion':
      return shells;
    case 'schema':
      return ['plan'];
    case 'api':
      return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    default:
      return [];
  }
}

/** Shells break words at `@`, `:` and `=`, which addresses and flags hold: the line is taken apart by blanks alone. */
const bash = `_docform() {
  local line="\${COMP_LINE:0:COMP_POINT}" words found
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  local typed="\${words[\${#words[@]}-1]}"
  local broken="\${typed%"\${typed##*[@:=]}"}"
  COMPREPLY=()
  while IFS= read -r found; do
    [[ -n "$found" ]] && COMPREPLY+=("\${found#"$broken"}")
  done < <("\${words[0]}" completion words -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _docform docform
`;

const zsh = `#compdef docform
_docform() {
  local -a found
  found=("\${(@f)$("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -- "\${found[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _docform ]]; then _docform "$@"; else compdef _docform docform; fi
`;

/** `-f`, as fish would put files beside what was found: they are offered where nothing was. */
const fish = `function __docform_words
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] completion words -- $words[2..-1] 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path $words[-1]
  end
end
complete -c docform -f -a '(__docform_words)'
`;

const scripts: { readonly [shell in Shell]: string } = { bash, zsh, fish };
