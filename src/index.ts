/** The public library of docform. All other modules are internal and can change without notice. */
export { ApiError, DocformError } from './core/docform-error.ts';
export type { Problem } from './core/problem.ts';
export type { Desired } from './core/state.ts';
export { createMemoryBackend as memoryLedger } from './ledger/memory-backend.ts';
export type { StateBackend } from './ledger/state-backend.ts';
export { access } from './library/access.ts';
export { type ApplyOptions, apply } from './library/apply.ts';
export { type ConfigurationOptions, configurationSchema, type Validation, validate } from './library/configuration.ts';
export { type Drifted, drift } from './library/drift.ts';
export { importLive } from './library/import.ts';
export { inventory } from './library/inventory.ts';
export { openLedger } from './library/ledger.ts';
export { type Planned, plan } from './library/plan.ts';
export type { PlanOptions } from './library/plan-input.ts';
export { openLocalPlatform, openPlatform, type Platform } from './library/platform.ts';
export { keepImport, prepareImport } from './library/prepare-import.ts';
export { type Allowances, type Change, isBlocked, type Plan, remoteChanges } from './plan/result/change.ts';
export type { ApplyReport } from './plan/result/outcome.ts';
