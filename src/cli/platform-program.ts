/** The commands of `docform platform`: serving the reference platform, and speaking to the control plane of one that runs. */
import type { Command } from 'commander';
import { type Add, collect } from './declaring.ts';

const urlFlag = ['--url <url>', 'address of the running platform (DOCFORM_PLATFORM_URL; default: http://127.0.0.1:4010)'] as const;

export function addPlatformCommands(program: Command, add: Add): void {
  const platform = program
    .command('platform')
    .description('the reference platform: a complete local implementation of the API')
    .usage('COMMAND [flags]')
    .helpCommand(false);
  addServing(platform, add);
  addState(platform, add);
  addClock(platform, add);
  addFaults(platform, add);
  addLog(platform, add);
  const facts = () => import('./commands/platform-facts.ts');
  add(
    platform,
    'coverage',
    'list the operations of the contract, with what the tests showed of each',
    ['platform coverage'],
    async (session) => (await facts()).runCoverage(session),
  );
  add(
    platform,
    'differences',
    'list where the contract is silent, the reading the platform takes, and why',
    ['platform differences'],
    async (session) => (await facts()).runDifferences(session),
  );
  add(
    platform,
    'token <user>',
    'issue a token for a member, by e-mail address or id; prints it',
    ['platform token bo@acme.dev', 'platform token bo@acme.dev --url http://127.0.0.1:4020'],
    async (session, [user = ''], command) => (await import('./commands/platform-state.ts')).runToken(session, user, command.opts()),
  ).option(...urlFlag);
}

function addServing(platform: Command, add: Add): void {
  add(
    platform,
    'serve',
    'serve it on a port; prints one JSON line with url, organization and token',
    ['platform serve --port 4010 --data p.db --seed small', 'platform serve --control --seed docs/docform.yaml'],
    async (session, _, command) => (await import('./commands/platform-serve.ts')).runServe(session, command.opts()),
  )
    .option('--port <number>', 'port; 0 for any free one (default: 4010)', '4010')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)', '127.0.0.1')
    .option('--data <file>', 'keep the state in this file (default: in memory)')
    .option(
      '--seed <name>',
      'what a new platform holds: empty (default), small, medium, large, or all that a docform YAML declares (its path; --env and --var as for plan)',
    )
    .option('--seed-number <number>', 'another number gives other ids and names (default: 1)')
    .option('--token <token>', 'the token it accepts (default: that of the data file, or a throw-away one)')
    .option('--control', 'open the control plane and its page at /_platform/, to everybody who can reach this address')
    .option('--strict', 'refuse what the contract does not know, instead of ignoring it');
  add(
    platform,
    'seed <seed>',
    'write the configuration that matches a seed into the directory given with --config',
    ['platform seed large --config DIR'],
    async (session, [seed = ''], command) =>
      (await import('./commands/platform-seed.ts')).runSeed(session, seed, command.optsWithGlobals()),
  ).option('--seed-number <number>', 'as for platform serve (default: 1)');
}

function addState(platform: Command, add: Add): void {
  add(
    platform,
    'state',
    'show what it holds: seed, counts, clock, and a digest that tells whether two states are equal',
    ['platform state'],
    async (session, _, command) => (await import('./commands/platform-state.ts')).runState(session, command.opts()),
  ).option(...urlFlag);
  add(
    platform,
    'reset',
    'put it back to how it started, or to a seed: real clock, no faults, empty log',
    ['platform reset', 'platform reset --seed medium'],
    async (session, _, command) => (await import('./commands/platform-state.ts')).runReset(session, command.opts()),
  )
    .option(...urlFlag)
    .option('--seed <name>', 'empty, small, medium or large (default: what it started with)')
    .option('--seed-number <number>', 'another number gives other ids and names');
  const snapshots = () => import('./commands/platform-state.ts');
  add(
    platform,
    'snapshot <name>',
    'keep the present state under a name',
    ['platform snapshot before-import'],
    async (session, [name = ''], command) => (await snapshots()).runSnapshot(session, name, command.opts()),
  ).option(...urlFlag);
  add(platform, 'restore <name>', 'go back to a snapshot', ['platform restore before-import'], async (session, [name = ''], command) =>
    (await snapshots()).runRestore(session, name, command.opts()),
  ).option(...urlFlag);
  add(platform, 'snapshots', 'list the snapshots', ['platform snapshots'], async (session, _, command) =>
    (await snapshots()).runSnapshots(session, command.opts()),
  ).option(...urlFlag);
}

function addClock(platform: Command, add: Add): void {
  add(
    platform,
    'clock [action] [value]',
    'show its clock (show), stop it (freeze [TIME]), put it forward (advance DURATION), or follow real time again (real)',
    ['platform clock', 'platform clock freeze 2026-03-01T09:00:00Z', 'platform clock advance 8d', 'platform clock real'],
    async (session, operands, command) => (await import('./commands/platform-state.ts')).runClock(session, operands, command.opts()),
  ).option(...urlFlag);
}

function addFaults(platform: Command, add: Add): void {
  add(
    platform,
    'faults [action] [id]',
    'show the faults that requests meet (list), add one (add), or remove one or all (clear [ID])',
    [
      'platform faults add --operation createTeam --effect status --status 503 --times 2',
      'platform faults add --effect rate-limit --reset-after-ms 2000 --nth 3,4',
      'platform faults add --file faults.json',
      'platform faults clear',
    ],
    async (session, operands, command) => (await import('./commands/platform-faults.ts')).runFaults(session, operands, command.opts()),
  )
    .option(...urlFlag)
    .option('--file <file>', 'add: one fault or a list of them, as JSON; - for stdin')
    .option('--id <name>', 'add: its id (default: one that is free)')
    .option('--operation <name>', 'add: operation it strikes, such as createTeam; may repeat', collect)
    .option('--method <method>', 'add: method it strikes; may repeat', collect)
    .option('--path <pattern>', 'add: path it strikes; * is any text within a part, ** over parts')
    .option('--effect <effect>', 'add: status, latency, drop, rate-limit, truncate, repeat-cursor or missing-items')
    .option('--status <number>', 'status: what is answered instead of doing it')
    .option('--message <text>', 'status: what the error says')
    .option('--header <name=value>', 'status: a header of the answer; may repeat', collect)
    .option('--ms <number>', 'latency: how long the request waits')
    .option('--when <when>', 'drop: the connection breaks before it is done (default) or after')
    .option('--reset-after-ms <number>', 'rate-limit: when requests may come again')
    .option('--retry-after', 'rate-limit: say it in a Retry-After header, too')
    .option('--bytes <number>', 'truncate: how much of the body is sent (default: half)')
    .option('--cleanly', 'truncate: end the answer as if it were whole, instead of breaking the connection')
    .option('--items <number>', 'missing-items: how many the list leaves out')
    .option('--nth <numbers>', 'add: which of the matching requests, from 1: 3 or 1,2,5 (default: all)')
    .option('--times <number>', 'add: how often it strikes at most')
    .option('--probability <share>', 'add: how likely it strikes, 0 to 1')
    .option('--seed <number>', 'add: with --probability: the same number strikes the same requests');
}

function addLog(platform: Command, add: Add): void {
  add(
    platform,
    'log',
    'show the requests it answered, the newest last',
    ['platform log', 'platform log --operation createTeam --status 503', 'platform log --follow'],
    async (session, _, command) => (await import('./commands/platform-log.ts')).runLog(session, command.opts()),
  )
    .option(...urlFlag)
    .option('--operation <name>', 'only this operation')
    .option('--method <method>', 'only this method')
    .option('--path <pattern>', 'only these paths; * is any text within a part, ** over parts')
    .option('--status <number>', 'only answers of this status')
    .option('--limit <number>', 'at most so many (default: 100)')
    .option('--follow', 'go on with the requests to come, until Ctrl-C');
}
