/** docform as a library: validate, plan and apply. The one file that wires the wings together and imports the registry of kinds. */
import type { ApplyClient } from './apply/client.ts';
import { applyPlan } from './apply/apply.ts';
import { callsOf, describeCall } from './apply/requests.ts';
import type { Attempt } from './client/retry.ts';
import type { FetchHandler } from './client/in-process.ts';
import type { Transport } from './contract/transport.ts';
import type { Problem } from './core/problem.ts';
import type { Desired } from './core/state.ts';
import { definitions, shapes } from './kinds/index.ts';
import type { LedgerStore } from './ledger/store.ts';
import type { Allowances, Plan, StepId } from './plan/change.ts';
import type { ApplyEvent, ApplyReport } from './plan/outcome.ts';
