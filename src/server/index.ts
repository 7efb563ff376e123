/** The reference platform: a local implementation of the contract, in memory or with a data file. */

export type { Clock, ClockChange, ClockState, Control, Reset, Snapshot, Snapshots, State } from './control/control.ts';
export type { Effect, Fault, FaultInput, Faults } from './control/faults.ts';
export type { Log, LogEntry, LogPage, LogQuery } from './control/log.ts';
export type { Assertion, LogMatch, Match } from './control/match.ts';
export { type Coverage, choices, coverage } from './facts.ts';
export type { Fixture, FixtureObject } from './fixture/fixture.ts';
export { fixtureWarnings } from './fixture/load.ts';
export { createFixture, seedNames } from './fixture/read.ts';
export type { Listening } from './http/listen.ts';
export {
  createPlatform,
  type DialectName,
  dialectNames,
  type Platform,
  type PlatformOptions,
  type Requests,
  type StartedPlatform,
  type StartOptions,
  startPlatform,
} from './platform.ts';
export type { SeedName } from './rules/fixture-context.ts';
export { lockData } from './sqlite/data-lock.ts';
export { isStoreFault } from './sqlite/file-store.ts';
