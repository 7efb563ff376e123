/** A command is one definition: help, reference, completion, parsing and the types of its flags come from it. */
import { describe, expect, test } from 'vitest';
import { completionOf } from '../../src/cli/actions/completion.ts';
import { commands } from '../../src/cli/commands/index.ts';
import { defineCommand } from '../../src/cli/definition/command.ts';
import { openSession, type Session, settingsOf } from '../../src/cli/io/session.ts';
import { declareProgram } from '../../src/cli/program.ts';
import { commandsPage } from '../docs/program-pages.ts';

const greeted: unknown[] = [];

const greet = defineCommand({
  usage: 'greet <name>',
  description: 'Greet a person',
  examples: ['greet Ana --loud'],
  flags: {
    '--loud': 'Use capital letters',
    '--word <word>': 'Use this word (default: Hello)',
    '--and <name>...': 'Also greet this person; repeatable',
  },
  shared: { '-y, --yes': 'Skip the confirmation prompt' },
  formats: ['csv'],
  load: async () => async (session, operands, flags) => {
    const word: string = flags.word ?? 'Hello';
    const others: readonly string[] = flags.and ?? [];
    const isLoud: boolean = flags.loud === true;
    greeted.push({ word, names: [...operands, ...others], isLoud, isConfirmed: session.settings.isConfirmed });
  },
});

const written: string[] = [];
const stream = { write: (text: string) => void written.push(text), isTerminal: false, columns: 100 };
const program = declareProgram(
  { stdout: stream },
  (run) => async (command) => void (await run(sessionWith(command.optsWithGlobals()))),
  [...commands, greet],
);

function sessionWith(flags: Parameters<typeof settingsOf>[0]): Session {
  const io = {
    stdout: stream,
    stderr: stream,
    environment: {},
    directory: '/',
    onInterrupt: () => () => undefined,
  } as unknown as Session['io'];
  return openSession(io, settingsOf(flags, io));
}

describe('a command that one definition adds', () => {
  test('has help with its flags, the flags that it shares and its formats', () => {
    const help = program.commands.find((each) => each.name() === 'greet')?.helpInformation() ?? '';
    expect(help).toContain('Usage: docform greet NAME [flags]');
    expect(help).toContain('docform greet Ana --loud');
    for (const flag of ['--loud', '--word <word>', '--and <name>', '-y, --yes', 'Print text, json, csv'])
      expect(help).toContain(flag);
  });

  test('is in the list of commands and in the reference', () => {
    expect(program.helpInformation()).toMatch(/greet NAME +Greet a person/);
    expect(commandsPage([...commands, greet])).toContain('## docform greet\n\n`docform greet NAME`\n\nGreet a person');
  });

  test('is completed with its flags', async () => {
    const complete = async (...words: readonly string[]) => {
      written.length = 0;
      await completionOf(program)(sessionWith({}), ['words', ...words], {});
      return written.join('').split('\n');
    };
    expect(await complete('gre')).toContain('greet');
    expect(await complete('greet', '--l')).toContain('--loud');
  });

  test('gets its operands and the values of its flags', async () => {
    await program.parseAsync(['greet', 'Ana', '--word', 'Hi', '--and', 'Bo', '--and', 'Cy', '-y'], { from: 'user' });
    expect(greeted).toEqual([{ word: 'Hi', names: ['Ana', 'Bo', 'Cy'], isLoud: false, isConfirmed: true }]);
  });
});

test('a flag is repeatable if its description says so, and the other way round', () => {
  const words = commands.flatMap(({ flags = {}, shared = {} }) => [
    ...Object.entries(flags),
    ...Object.entries(shared),
  ]);
  const named = words.filter(([, description]) => /\brepeatable\b/.test(description));
  expect(named.length).toBeGreaterThan(10);
  expect(words.filter(([flag]) => flag.endsWith('...'))).toEqual(named);
});
