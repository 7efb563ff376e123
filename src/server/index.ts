/** The reference platform: a local implementation of the contract, in memory or with a data file. */

export type { Assertion, LogMatch } from './control/assertion.ts';
export type { Clock, ClockChange, ClockState } from './control/clock.ts';
export type { Control, Reset, State } from './control/control.ts';
export type { Effect, Fault, FaultInput } from './control/fault.ts';
export type { Faults } from './control/faults.ts';
export type { Log, LogEntry, LogPage, LogQuery } from './control/log.ts';
export type { Match } from './control/match.ts';
export type { Snapshot, Snapshots } from './control/snapshots.ts';
export { choices } from './facts/choices.ts';
export { type Coverage, coverage } from './facts/coverage.ts';
export type { Fixture, FixtureObject, SeedName } from './fixture/fixture.ts';
export { createFixture, seedNames } from './fixture/index.ts';
export { fixtureWarnings } from './fixture/load.ts';
export type { Listening } from './listen.ts';
export { createPlatform, type DialectName, dialectNames, type Platform, type PlatformOptions } from './platform.ts';
export { type Requests, type StartedPlatform, type StartOptions, startPlatform } from './start.ts';
export { isStoreFault, lockData } from './store.ts';
