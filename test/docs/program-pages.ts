/** The reference of the program: commands with their flags, exit codes, errors, variables and JSON documents. */
import type { Command, Option } from 'commander';
import { explanations } from '../../src/cli/actions/explain.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { commonFlagWords, examplesOf, flagsOf } from '../../src/cli/definition/flags.ts';
import { helpSections } from '../../src/cli/definition/help.ts';
import { declareProgram } from '../../src/cli/program.ts';
import { problemCodes } from '../../src/config/problem-list.ts';
import { code, sentence } from '../../src/language/words.ts';
import type { Explanation } from '../../src/report/failure.ts';
import { documents } from './documents.ts';
import { page, table } from './words.ts';

function optionsTable(options: readonly Pick<Option, 'flags' | 'description'>[]): string {
  return table(
    ['Flag', 'Description'],
    options.map(({ flags, description }) => [code(flags), sentence(description)]),
  );
}

interface Named {
  readonly name: string;
  readonly command: Command;
}

/** Every command without subcommands, with its full name. */
function leaves(command: Command, before = ''): readonly Named[] {
  return command.commands.flatMap((each) => {
    const name = `${before}${each.name()}`;
    return each.commands.length === 0 ? [{ name, command: each }] : leaves(each, `${name} `);
  });
}

/** `definitions`: the commands, in the order of the page. */
export function commandsPage(definitions = commands): string {
  const stdout = { write: () => undefined, isTerminal: false, columns: 120 };
  const program = declareProgram({ stdout }, () => async () => undefined, definitions);
  const sections = leaves(program).map(({ name, command }) => {
    const operands = command.usage().replace(/ ?\[flags\]$/, '');
    const examples = examplesOf(command)
      .map((example) => `docform ${example}\n`)
      .join('');
    const flags = [...command.options, ...flagsOf(command)];
    const own = flags.length === 0 ? '' : `\n${optionsTable(flags)}`;
    const shown = examples === '' ? '' : `\n\`\`\`sh\n${examples}\`\`\`\n`;
    return `## docform ${name}\n\n\`docform ${[name, operands].filter((word) => word !== '').join(' ')}\`\n\n${sentence(command.description())}\n${shown}${own}`;
  });
  return page(
    'Commands',
    '`docform COMMAND --help` prints the same text. See also [exit codes](exit-codes.md), [environment variables](environment.md) and [JSON documents](json.md).',
    `## Global flags\n\nEvery command accepts these flags, before or after its name.\n\n${optionsTable(commonFlagWords())}`,
    ...sections,
  );
}

export function exitCodesPage(): string {
  const rows = helpSections('exit-codes.md').flatMap(({ items }) =>
    items.map(({ flags: exit, description }) => [exit, sentence(description)]),
  );
  return page('Exit codes', table(['Code', 'Meaning'], rows));
}

export function environmentPage(): string {
  return page(
    'Environment variables',
    'docform reads these environment variables. A flag overrides a variable. An empty variable counts as not set.',
    ...helpSections('environment.md').map(
      ({ heading, items }) =>
        `## ${heading}\n\n${table(
          ['Variable', 'Meaning'],
          items.map(({ flags: names, description }) => [
            names.replace(/[A-Z][A-Z0-9_]+(=\w+)?/g, code),
            sentence(description),
          ]),
        )}`,
    ),
  );
}

export function errorsPage(): string {
  const isProblem = ([name]: readonly [string, unknown]) => problemCodes.some((each) => each === name);
  const all = Object.entries(explanations());
  const codes = all.filter((each) => !isProblem(each));
  const isFailure = ([name]: readonly [string, unknown]) => name.startsWith('E-');
  const groups: readonly (readonly [string, string, { readonly [code: string]: Explanation }])[] = [
    [
      'Configuration problems',
      '`docform validate` reports these problems. Every other command reports them before it sends a request. Exit code 3.',
      Object.fromEntries(all.filter(isProblem)),
    ],
    [
      'Failures of a command',
      'A failed command ends with one of these errors.',
      Object.fromEntries(codes.filter(isFailure)),
    ],
    [
      'Blocks of a plan',
      'A plan shows these codes next to the affected changes. Codes that begin with `B-` block the plan. Codes that begin with `W-` are warnings. `docform apply` does not apply a blocked plan. For some codes, the plan prints a flag that overrides the block. Exit code 6.',
      Object.fromEntries(codes.filter((each) => !isFailure(each))),
    ],
  ];
  const sections = groups.map(([title, about, own]) => {
    const rows = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
    const cells = rows.map(([name, { meaning, remedy }]) => [code(name), meaning, remedy]);
    return `## ${title}\n\n${about}\n\n${table(['Code', 'Meaning', 'Fix'], cells)}`;
  });
  return page('Errors', '`docform explain CODE` prints the same text for one code.', ...sections);
}

export function jsonPage(): string {
  const sections = Object.entries(documents).map(([kind, { by, keys, optional = [] }]) => {
    const rows = Object.entries(keys).map(([key, words]) => [
      `${code(key)}${optional.includes(key) ? ' (optional)' : ''}`,
      sentence(words),
    ]);
    return `## ${kind}\n\nPrinted by ${by.map((each) => (/^any /.test(each) ? each : code(each))).join(', ')}.\n\n${table(['Member', 'Description'], rows)}`;
  });
  return page(
    'JSON documents',
    `With \`--json\`, a command prints one JSON document. This page lists the members of each document.

- Each document also has the members \`schemaVersion\` and \`kind\`. Within one schema version, docform only adds members.
- A plan has [a JSON Schema](../../schemas/plan.schema.json).
- \`platform log --follow\` prints one document per line, for each request.`,
    ...sections,
  );
}
