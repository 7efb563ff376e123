/** The library as the command line and the tests use it: everything in one place. What of it is for others stands in src/index.ts. */
export type { PlannedRequest } from '../apply/cost.ts';
export { catchUp } from '../apply/under-lock.ts';
export { defaultPlatformUrl } from '../client/base-url.ts';
export { type CachedReads, cacheReads } from '../client/cached-reads.ts';
export type { ControlOptions, ControlRequest, PlatformControl } from '../client/control.ts';
export type { Attempt } from '../client/retry.ts';
export type { Wait, Waiting } from '../client/waiting.ts';
export { problemExplanations } from '../config/problems.ts';
export { createSuggest } from '../config/suggest.ts';
export { ApiError } from '../core/api-error.ts';
export { DocformError } from '../core/docform-error.ts';
export type { Impact } from '../core/impact.ts';
export type { PolicyFinding, PolicyRule } from '../core/policy.ts';
export type { Problem } from '../core/problem.ts';
export type { Desired, Ledger, Live } from '../core/state.ts';
export { firstConfiguration } from '../edit/compose/configuration-files.ts';
export type { Forgetting } from '../edit/forget.ts';
export { continued, parseUndoRecord, type UndoRecord, undoRecordText } from '../edit/inverse/undo-record.ts';
export { unifiedDiff } from '../edit/text-diff.ts';
export type { Adopted, LeftOut } from '../import/adopt.ts';
export { writeAtomically } from '../ledger/atomic-file.ts';
export { describeHolder, type Holder } from '../ledger/holder.ts';
export { parseNamedTarget } from '../ledger/ledger.ts';
export { ledgerPath } from '../ledger/ledger-file.ts';
export { createMemoryBackend as memoryLedger } from '../ledger/memory-backend.ts';
export type { StateBackend, StateLock } from '../ledger/state-backend.ts';
export type { Progress } from '../live/fetch.ts';
export { type Denied, deniedIn } from '../live/unreadable.ts';
export type { Allowances, Change, Pending, Plan, Step } from '../plan/change.ts';
export { isBlocked, remoteChanges } from '../plan/change.ts';
export type { Inventory } from '../plan/inventory.ts';
export type { ApplyEvent, ApplyReport, ChangeOutcome, Fault } from '../plan/outcome.ts';
export type { SavedPlan } from '../plan/plan-view.ts';
export { type RehearsalInput, type Rehearsed, type RehearsedChange, rehearsed } from '../plan/rehearsed.ts';
export type { StaleChange } from '../plan/saved.ts';
export { type Verified, verifiedBy } from '../plan/verified.ts';
export { type AccessOptions, type AccessRead, access } from './access.ts';
export { type ApplyOptions, apply } from './apply.ts';
export {
  type ConfigurationOptions,
  configurationSchema,
  type EditorValidation,
  rooted,
  type Validation,
  validate,
  validateForEditor,
} from './configuration.ts';
export { type Drifted, type DriftOptions, drift } from './drift.ts';
export { type DriftWriting, driftIntoFiles, isDriftPlace } from './drift-writing.ts';
export { organizationsOf } from './examine.ts';
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
} from './forge.ts';
export { forget, misnamed, prunedAfter, unsettledAround } from './forget.ts';
export { type FormatOptions, type Formatted, type FormattedFile, format } from './format.ts';
export {
  type Copied,
  type Imported,
  type ImportOptions,
  importLive,
  readCopy,
  readWhole,
  type WholeReading,
} from './import.ts';
export { countsByKind, type ImportPlan, planImport } from './import-plan.ts';
export { fileExists, ledgerShared } from './import-refusals.ts';
export { type ImportedSiteFile, importSiteFile, type SiteFileOptions } from './import-site-file.ts';
export {
  type ChangedText,
  changedTexts,
  chosenOf,
  mergedWith,
  misread,
  newConfiguration,
  newTextFiles,
  validateTexts,
} from './import-texts.ts';
export { inventory, isPlace, offlineInventory } from './inventory.ts';
export {
  type Completion,
  configurationAbove,
  type EditorLanguage,
  editorLanguage,
  type Known,
  pathFrom,
} from './language.ts';
export { type LedgerOptions, type LedgerTexts, mergeLedgerTexts, openLedger, targetOfLedger } from './ledger.ts';
export {
  configurationDigest,
  lateCreates,
  type Planned,
  type PlannedChanges,
  type PlanOptions,
  plan,
  planChanges,
  type Since,
  type Stray,
  staleChanges,
  strayAllowances,
} from './plan.ts';
export {
  type HttpPlatformOptions,
  hostOf,
  openLocalPlatform,
  openPlatform,
  openPlatformControl,
  type Platform,
  waitingFor,
} from './platform.ts';
export type { PolicyInput } from './policy.ts';
export { type ImportInput, keepImport, type PreparedImport, prepareImport } from './prepare-import.ts';
export {
  type RenamedConfiguration,
  type RenameOptions,
  renameResource,
  type Unrenamable,
  unrenamable,
} from './rename.ts';
export { type RewriteOptions, type RewrittenConfiguration, rewriteConfiguration } from './rewriting.ts';
export { finishedRecord, inverseOf, type Lost, undoEdit, undoRecord } from './undo.ts';
