/** docform as a library: validate, plan and apply. */
export type { PlannedRequest } from './apply/cost.ts';
export { catchUp } from './apply/under-lease.ts';
export { defaultPlatformUrl } from './client/base-url.ts';
export type { ControlOptions, ControlRequest, PlatformControl } from './client/control.ts';
export type { Attempt } from './client/retry.ts';
export type { Wait, Waiting } from './client/waiting.ts';
export { problemExplanations } from './config/problems.ts';
export { createSuggest } from './config/suggest.ts';
export { ApiError } from './core/api-error.ts';
export { DocformError } from './core/docform-error.ts';
export type { Impact } from './core/impact.ts';
export type { Problem } from './core/problem.ts';
export type { Desired, Ledger, Live } from './core/state.ts';
export { firstConfiguration } from './edit/compose/first-configuration.ts';
export type { Forgetting } from './edit/forget.ts';
export { parseUndoPatch } from './edit/inverse/undo-patch.ts';
export { unifiedDiff } from './edit/unified.ts';
export type { Adopted, LeftOut } from './import/adopt.ts';
export { writeAtomically } from './ledger/atomic-file.ts';
export { describeHolder, type Holder } from './ledger/holder.ts';
export { parseNamedTarget } from './ledger/ledger.ts';
export { ledgerPath } from './ledger/ledger-file.ts';
export { createMemoryStateStore as memoryLedger } from './ledger/memory-state-store.ts';
export type { Lease, StateStore } from './ledger/state-store.ts';
export { type AccessOptions, type AccessRead, access } from './library/access.ts';
export { type ApplyOptions, apply } from './library/apply.ts';
export { type ConfigurationOptions, configurationSchema, rootedOptions, type Validation, validate } from './library/configuration.ts';
export { type Drifted, type DriftOptions, drift } from './library/drift.ts';
export { type DriftWriting, driftIntoFiles, isDriftPlace } from './library/drift-writing.ts';
export {
  type Finding,
  type ForgePlace,
  type KeptComment,
  type KeptIssue,
  keepComment,
  keepIssue,
  openForge,
  type Remark,
  targetPattern,
} from './library/forge.ts';
export { forget, misnamed, prunedAfter, unsettledAround } from './library/forget.ts';
export { type FormatOptions, type Formatted, type FormattedFile, format } from './library/format.ts';
export { type Copied, type Imported, type ImportOptions, importLive, readCopy, readWhole, type WholeReading } from './library/import.ts';
export {
  type ChangedText,
  changedTexts,
  chosenOf,
  mergedWith,
  misread,
  newConfiguration,
  newTextFiles,
  validateTexts,
} from './library/import-files.ts';
export { countsByKind, type ImportPlan, planImport } from './library/import-plan.ts';
export { fileExists, ledgerShared } from './library/import-refusals.ts';
export { type ImportedSiteFile, importSiteFile, type SiteFileOptions } from './library/import-site-file.ts';
export { inventory, isPlace, offlineInventory } from './library/inventory.ts';
export { type LedgerOptions, openLedger, targetOfLedger } from './library/ledger.ts';
export { type LedgerTexts, mergeLedgerTexts } from './library/merge-ledgers.ts';
export { organizationsOf } from './library/organizations.ts';
export { configurationDigest, keepApproved, type Planned, type PlanOptions, plan } from './library/plan.ts';
export {
  type HttpPlatformOptions,
  hostOf,
  openLocalPlatform,
  openPlatform,
  openPlatformControl,
  type Platform,
  waitingFor,
} from './library/platform.ts';
export { type ImportInput, keepImport, type PreparedImport, prepareImport } from './library/prepare-import.ts';
export { type RenamedConfiguration, type RenameOptions, renameResource, type Unrenamable, unrenamable } from './library/rename.ts';
export { type RewriteOptions, type RewrittenConfiguration, rewriteConfiguration } from './library/rewriting.ts';
export { type Stray, strayAllowances } from './library/stray-allowances.ts';
export { prepareUndo, type Undo, type UndoKeeping } from './library/undo.ts';
export { undone } from './library/undone.ts';
export type { Progress } from './live/fetch.ts';
export { type Denied, deniedIn } from './live/unreadable.ts';
export type { Allowances, Change, Plan, Step } from './plan/change.ts';
export { isBlocked, remoteChanges } from './plan/change.ts';
export type { Inventory } from './plan/inventory.ts';
export type { ApplyEvent, ApplyReport, ChangeOutcome, Fault } from './plan/outcome.ts';
export { type RehearsalInput, type Rehearsed, type RehearsedChange, rehearsed } from './plan/rehearsed.ts';
export type { KeptPlan, Stopped } from './plan/saved/kept.ts';
export type { SavedPlan } from './plan/shown.ts';
export { type Verified, verifiedBy } from './plan/verified.ts';
