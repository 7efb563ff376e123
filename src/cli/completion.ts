/** What may stand next on a command line, from what the program declares and the files say; contacts nothing. */
import type { Command } from 'commander';
import { commonFlags, flagsOf } from './flags.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What only files and catalogues know; each is asked only where it is wanted. */
export interface Sources {
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
export async function candidates(program: Command, words: readonly string[], sources: Sources): Promise<readonly string[]> {
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

function matching(all: readonly string[], typed: string): readonly string[] {
  return [...new Set(all)].filter((each) => each.startsWith(typed)).sort();
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

export const scripts: { readonly [shell in Shell]: string } = { bash, zsh, fish };
