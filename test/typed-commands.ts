/** Definitions of commands that `tsc --noEmit` must refuse, in a file that is never executed. */
import { defineCommand } from '../src/cli/definition/command.ts';
import type { Run } from '../src/cli/io/session.ts';

const words = { usage: 'greet', description: 'Greet a person' };
declare const runLoud: Run<{ readonly loud?: boolean }>;
declare const runPlain: Run;

export const definitions = [
  defineCommand({ ...words, flags: { '--loud': 'Use capital letters' }, load: async () => runLoud }),
  // @ts-expect-error the code reads a flag that is not declared
  defineCommand({ ...words, load: async () => runLoud }),
  // @ts-expect-error the code does not read the declared flag
  defineCommand({ ...words, flags: { '--loud': 'Use capital letters' }, load: async () => runPlain }),
  // @ts-expect-error the flag has no value
  defineCommand({ ...words, flags: { '--loud <level>': 'Use this level' }, load: async () => runLoud }),
  // @ts-expect-error no command has such a format
  defineCommand({ ...words, formats: ['pdf'], load: async () => runPlain }),
];
