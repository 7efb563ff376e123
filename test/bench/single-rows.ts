/** Rows with a single size: the access of people in a fixture, and a file with many problems. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, rowOf } from './figures.ts';
import { type Command, inTurn, run } from './processes.ts';
import { program } from './recorded.ts';
import { startReplies } from './replies.ts';
import { serve } from './served.ts';
import { bare, parseScript } from './whole-processes.ts';

/** Uses recorded replies, compared with a minimal process that sends the same requests. */
export async function accessRow(root: string, rounds: number, seed: 'medium' | 'large'): Promise<Row> {
  const [{ served, stop }, replies] = [await serve(seed), await startReplies()];
  try {
    const own: Command = {
      file: process.execPath,
      args: [program, 'access', '--api-url', replies.url],
      cwd: root,
      env: { DOCFORM_TOKEN: served.token, DOCFORM_ORG: served.organization, CI: '1' },
    };
    await replies.record(served.url);
    await run(own);
    const { recorded } = await replies.replay();
    const beside = bare(root, `access-${seed}`, replies.url, recorded);
    const replayed = (command: Command) => async () => {
      await replies.replay();
      return run(command);
    };
    const [mine = [], others = []] = await inTurn(rounds, [replayed(own), replayed(beside)]);
    return rowOf({
      ...{ name: `access, ${seed} seed`, size: 0, of: 'cpu', rounds: mine },
      beside: { name: 'the same requests', rounds: others },
      counts: { requests: recorded.length },
    });
  } finally {
    stop();
    replies.stop();
  }
}

/** The largest number of problems that was reported for one file. */
const problems = 8400;

export async function problemsRow(root: string, rounds: number): Promise<Row> {
  const directory = join(root, 'problems');
  mkdirSync(directory);
  const file = join(directory, 'docform.yaml');
  const teams = Array.from(
    { length: problems },
    (_, at) => `  t${at}:\n    title: Team ${at}\n    titel: Team ${at}\n`,
  );
  writeFileSync(file, `version: 1\norganization: acme\nteams:\n${teams.join('')}`);
  const own: Command = { file: process.execPath, args: [program, 'validate', '-c', file], cwd: directory, exit: [3] };
  const other: Command = { file: process.execPath, args: ['-e', parseScript, file] };
  const [mine = [], others = []] = await inTurn(rounds, [() => run(own), () => run(other)]);
  return rowOf({
    ...{ name: 'validate, problems', size: problems, of: 'cpu', rounds: mine },
    beside: { name: 'yaml alone', rounds: others },
  });
}
