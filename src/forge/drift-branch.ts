/** Maintains one branch and one pull request for each target, which accept drift. */
import type { Forge, ForgeFile, Proposal } from './forge.ts';
import { digestOf, type Finding, markedBody } from './keep.ts';

export interface AcceptedDrift extends Finding {
  /** Edited files of the configuration. */
  readonly files: readonly ForgeFile[];
  /** The commit that was checked out. */
  readonly parent: string;
  /** The branch that the pull request is for. */
  readonly base: string;
}

export interface KeptBranch {
  readonly action: 'nothing' | 'unchanged' | 'rejected' | 'opened' | 'updated' | 'closed';
  readonly request?: Proposal;
}

/** A repeated run continues after the last request. An unchanged branch is not written again, because a forge may then dismiss approvals. */
export async function keepDriftBranch(forge: Forge, drift: AcceptedDrift): Promise<KeptBranch> {
  const { target, digest, text, files, parent, base } = drift;
  const branch = `docform/drift/${target}`;
  const requests = await forge.listRequests(branch, base);
  const request = requests.find(({ isOpen }) => isOpen);
  if (drift.isClean) {
    if (request === undefined) return { action: 'nothing' };
    await forge.changeRequest(request, { isOpen: false });
    return { action: 'closed', request };
  }
  if (files.length === 0) return { action: 'nothing' };
  const last = requests.at(-1);
  if (request === undefined && last?.isMerged === false && digestOf(last.body) === digest)
    return { action: 'rejected', request: last };
  const title = `Accept drift: ${target}`;
  const message = `${title}\n\nDrift: ${digest}`;
  const head = await forge.readHead(branch);
  const isSame = head?.parent === parent && head.message.trim() === message;
  if (!isSame) await forge.commit({ branch, parent, message, files });
  const body = markedBody({ kind: 'drift-branch', target, digest }, `${text.trim()}\n\n---\n${footer}`);
  if (request === undefined)
    return { action: 'opened', request: await forge.openRequest({ branch, base, title, body }) };
  if (digestOf(request.body) !== digest) await forge.changeRequest(request, { body });
  return { action: isSame ? 'unchanged' : 'updated', request };
}

const footer = [
  'This pull request writes the changes above into the configuration. To revert the changes instead, close it and run `docform apply`.',
  '',
  'docform updates this branch and this text when the drift changes, and overwrites other commits on the branch. It closes the pull request when there is no drift. Do not remove the hidden first line.',
].join('\n');
