/** Declares the commands of `docform platform`, which run a reference platform and control a running one. */
import { type Add, collect } from './flags.ts';

const urlFlag = [
  '--url <url>',
  'Set the URL of the running platform (DOCFORM_PLATFORM_URL; default: http://127.0.0.1:4010)',
] as const;

export function addPlatformCommands(add: Add): void {
  const platform = add.group('platform', 'Run the reference platform, a local server that implements the API');
  addServing(platform);
  addState(platform);
  addClock(platform);
  addFaults(platform);
  addLog(platform);
  platform(
    'coverage',
    'List the operations of the API with their test coverage',
    ['platform coverage'],
    async () => (await import('./commands/platform-facts.ts')).runCoverage,
  );
  platform(
    'differences',
    'List the points that the API contract leaves open, and the choice for each',
    ['platform differences'],
    async () => (await import('./commands/platform-facts.ts')).runDifferences,
  );
  platform(
    'accept <email>',
    'Accept the invitations of a person, by e-mail address',
    ['platform accept bo@acme.dev'],
    async () => (await import('./commands/platform-state.ts')).runAccept,
  ).option(...urlFlag);
  platform(
    'token <user>',
    'Create and print a token for a member, by e-mail address or id',
    ['platform token bo@acme.dev', 'platform token bo@acme.dev --url http://127.0.0.1:4020'],
    async () => (await import('./commands/platform-state.ts')).runToken,
  ).option(...urlFlag);
}

function addServing(platform: Add): void {
  platform(
    'serve',
    'Start the server, and print one JSON line with url, organization and token',
    ['platform serve --port 4010 --data p.db --seed small', 'platform serve --control --seed docs/docform.yaml'],
    async () => (await import('./commands/platform-serve.ts')).runServe,
  )
    .option('--port <number>', 'Listen on this port, or on any free port with 0 (default: 4010)', '4010')
    .option('--host <address>', 'Listen on this address (default: 127.0.0.1)', '127.0.0.1')
    .option('--data <file>', 'Store the data in this file (default: in memory)')
    .option(
      '--seed <name>',
      'Start a new platform with this fixture: empty, small, medium, large, or the path of a docform YAML (default: empty)',
    )
    .option('--seed-number <number>', 'Vary the ids and names of the fixture (default: 1)')
    .option('--token <token>', 'Accept this token (default: the token in the data file, or a random token)')
    .option('--control', 'Enable the control API and its page at /_platform/ for all clients that can reach the server')
    .option(
      '--dialect <name>',
      'Implement this API: contract, or vendor, the API that the vendor publishes today (default: contract)',
    )
    .option('--strict', 'Reject unknown parameters and fields instead of ignoring them');
  platform(
    'seed <seed>',
    'Write the configuration of a fixture to the directory in --config',
    ['platform seed large --config DIR'],
    async () => (await import('./commands/platform-seed.ts')).runSeed,
  ).option('--seed-number <number>', 'Vary the ids and names of the fixture (default: 1)');
}

function addState(platform: Add): void {
  platform(
    'state',
    'Show the fixture, object counts, clock and a digest for comparing two states',
    ['platform state'],
    async () => (await import('./commands/platform-state.ts')).runState,
  ).option(...urlFlag);
  platform(
    'reset',
    'Reset the platform to its initial state or a fixture, with real clock, no faults and empty log',
    ['platform reset', 'platform reset --seed medium'],
    async () => (await import('./commands/platform-state.ts')).runReset,
  )
    .option(...urlFlag)
    .option('--seed <name>', 'Reset to this fixture: empty, small, medium, large (default: the initial state)')
    .option('--seed-number <number>', 'Vary the ids and names of the fixture');
  platform(
    'snapshot <name>',
    'Save the current state under a name',
    ['platform snapshot before-import'],
    async () => (await import('./commands/platform-state.ts')).runSnapshot,
  ).option(...urlFlag);
  platform(
    'restore <name>',
    'Restore a snapshot',
    ['platform restore before-import'],
    async () => (await import('./commands/platform-state.ts')).runRestore,
  ).option(...urlFlag);
  platform(
    'snapshots',
    'List the snapshots',
    ['platform snapshots'],
    async () => (await import('./commands/platform-state.ts')).runSnapshots,
  ).option(...urlFlag);
}

function addClock(platform: Add): void {
  platform(
    'clock [action] [value]',
    'Control the clock: show, freeze [TIME], advance DURATION, real',
    [
      'platform clock',
      'platform clock freeze 2026-03-01T09:00:00Z',
      'platform clock advance 8d',
      'platform clock real',
    ],
    async () => (await import('./commands/platform-state.ts')).runClock,
  ).option(...urlFlag);
}

function addFaults(platform: Add): void {
  platform(
    'faults [action] [id]',
    'Control injected faults: list, add, clear [ID]',
    [
      'platform faults add --operation createTeam --effect status --status 503 --times 2',
      'platform faults add --effect rate-limit --reset-after-ms 2000 --nth 3,4',
      'platform faults add --file faults.json',
      'platform faults clear',
    ],
    async () => (await import('./commands/platform-faults.ts')).runFaults,
  )
    .option(...urlFlag)
    .option('--file <file>', 'With add, read one fault or a list of faults from this JSON file, or from stdin with -')
    .option('--id <name>', 'With add, set the id of the fault (default: a free id)')
    .option('--operation <name>', 'With add, match this operation, such as createTeam; repeatable', collect)
    .option('--method <method>', 'With add, match this HTTP method; repeatable', collect)
    .option('--path <pattern>', 'With add, match this path; * matches within a segment, ** across segments')
    .option(
      '--effect <effect>',
      'With add, choose: status, latency, drop, rate-limit, truncate, repeat-cursor, missing-items',
    )
    .option('--status <number>', 'With status, respond with this status instead of running the operation')
    .option('--message <text>', 'With status, set the error message')
    .option('--header <name=value>', 'With status, add a response header; repeatable', collect)
    .option('--ms <number>', 'With latency, delay the request by this time')
    .option('--when <when>', 'With drop, close the connection before or after the operation (default: before)')
    .option('--reset-after-ms <number>', 'With rate-limit, allow requests again after this time')
    .option('--retry-after', 'With rate-limit, also send a Retry-After header')
    .option('--bytes <number>', 'With truncate, send this many bytes of the body (default: half)')
    .option('--cleanly', 'With truncate, end the response normally instead of closing the connection')
    .option('--items <number>', 'With missing-items, omit this many items from the list')
    .option('--nth <numbers>', 'With add, fail only these matching requests, such as 3 or 1,2,5 (default: all)')
    .option('--times <number>', 'With add, apply the fault at most this often')
    .option('--probability <share>', 'With add, apply the fault with this probability, from 0 to 1')
    .option('--seed <number>', 'With --probability, make the choice of requests reproducible');
}

function addLog(platform: Add): void {
  platform(
    'log',
    'Show the requests that the platform answered, newest last',
    ['platform log', 'platform log --operation createTeam --status 503', 'platform log --follow'],
    async () => (await import('./commands/platform-state.ts')).runLog,
  )
    .option(...urlFlag)
    .option('--operation <name>', 'Show only this operation')
    .option('--method <method>', 'Show only this HTTP method')
    .option('--path <pattern>', 'Show only these paths; * matches within a segment, ** across segments')
    .option('--status <number>', 'Show only responses with this status')
    .option('--limit <number>', 'Show at most this many requests (default: 100)')
    .option('--follow', 'Keep printing new requests until Ctrl-C');
}
