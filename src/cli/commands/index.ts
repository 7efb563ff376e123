/** All commands, in the order of the help. */
import type { CommandDefinition } from '../definition/command.ts';
import { accessCommand } from './access.ts';
import { apiCommand } from './api.ts';
import { applyCommand } from './apply.ts';
import { ciGroup } from './ci.ts';
import { ciCommentCommand } from './ci-comment.ts';
import { ciDriftBranchCommand } from './ci-drift-branch.ts';
import { ciGithubCommand } from './ci-github.ts';
import { ciGitlabCommand } from './ci-gitlab.ts';
import { ciIssueCommand } from './ci-issue.ts';
import { ciLedgerCommand } from './ci-ledger.ts';
import { completionCommand } from './completion.ts';
import { doctorCommand } from './doctor.ts';
import { driftCommand } from './drift.ts';
import { explainCommand } from './explain.ts';
import { fmtCommand } from './fmt.ts';
import { forgetCommand } from './forget.ts';
import { getCommand } from './get.ts';
import { helpCommand } from './help.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { ledgerGroup } from './ledger.ts';
import { ledgerHistoryCommand } from './ledger-history.ts';
import { ledgerInitCommand } from './ledger-init.ts';
import { ledgerMergeCommand } from './ledger-merge.ts';
import { ledgerMoveCommand } from './ledger-move.ts';
import { ledgerUnlockCommand } from './ledger-unlock.ts';
import { lspCommand } from './lsp.ts';
import { mvCommand } from './mv.ts';
import { planCommand } from './plan.ts';
import { platformGroup } from './platform.ts';
import { platformControlCommand } from './platform-control.ts';
import { platformLogCommand } from './platform-log.ts';
import { platformServeCommand } from './platform-serve.ts';
import { setCommand } from './set.ts';
import { showCommand } from './show.ts';
import { undoCommand } from './undo.ts';
import { validateCommand } from './validate.ts';

export const commands: readonly CommandDefinition[] = [
  initCommand,
  importCommand,
  validateCommand,
  planCommand,
  showCommand,
  applyCommand,
  undoCommand,
  driftCommand,
  getCommand,
  accessCommand,
  forgetCommand,
  mvCommand,
  setCommand,
  fmtCommand,
  ciGroup,
  ciGithubCommand,
  ciGitlabCommand,
  ciIssueCommand,
  ciDriftBranchCommand,
  ciCommentCommand,
  ciLedgerCommand,
  ledgerGroup,
  ledgerInitCommand,
  ledgerMergeCommand,
  ledgerMoveCommand,
  ledgerUnlockCommand,
  ledgerHistoryCommand,
  lspCommand,
  explainCommand,
  doctorCommand,
  apiCommand,
  completionCommand,
  platformGroup,
  platformServeCommand,
  platformControlCommand,
  platformLogCommand,
  helpCommand,
];
