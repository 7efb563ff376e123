/** The JSON documents that commands print with `--json`: which command prints which, and what stands under each of their keys. */

export interface DocumentWords {
  /** Commands as they are typed, without `docform` and `--json`. */
  readonly by: readonly string[];
  /** Beside `schemaVersion` and `kind`. */
  readonly keys: { readonly [key: string]: string };
  /** Keys of which it has only some, or that are left out where there is nothing to say. */
  readonly optional?: readonly string[];
}

const target = { host: 'host of the platform', organization: 'id of the organization' };
const edited = {
  files: 'files of the configuration that change',
  diff: 'how they change, as a patch',
  isDryRun: 'nothing was written: all of it is what would be',
};
const rest = {
  stopped: 'of a saved plan: what was stopped, and what had changed',
  leftOut: 'what a new plan would do beside the saved one',
  settled: 'of a saved plan: what was as wanted already',
};

/** What a plan tells, whether it is of everything or of a change. */
const meant = {
  isBlocked: 'whether a guard or protection blocks it',
  summary: 'changes by action',
  requests: 'how many requests applying it sends',
  impact: 'what it means for readers and for who may do what',
  navigation: 'of each site that it touches, before and after',
  redirects: 'published addresses that move or end, as `docform redirects` writes them',
};
const around = {
  policy: 'what rules have found: `findings`, and `named`, the rules that were named for this plan alone',
  guards: 'what blocks the plan as a whole, with the flag that overrides it',
  unmanaged: 'objects in managed lists that nobody declares, counted',
  pending: 'declared people who have not joined yet, with the declared fields and whether an apply has accepted them',
  unknown: 'lists that could not be read whole, with the reason',
  notes: 'what else is worth knowing',
  orders: 'orders of lists as the plan found them',
};

/** By `kind`. */
export const documents: { readonly [kind: string]: DocumentWords } = {
  plan: {
    by: ['plan', 'show FILE', 'plan --out FILE'],
    keys: {
      target: '`host` and `organization`',
      digest: 'of target, changes, pending declarations and ids; the same wherever and whenever planned',
      hasChanges: 'whether anything would be sent',
      ...meant,
      changes: 'one entry for each address and action: title, fields before and after, objects, RFC 6902 `patch`, notes, requests',
      ...around,
      allowances: 'what `--allow` and `--allow-deletes` said',
      configuration: 'digest of the configuration; null: it cannot be applied from this document',
      version: 'of docform',
      rehearsal: 'what `--rehearse` showed',
      checksum: 'over all other keys, so that a changed file is noticed',
      isMasked: 'true: something else stands for a secret, so that the digest cannot be made from it',
    },
    optional: ['navigation', 'redirects', 'policy', 'rehearsal', 'isMasked'],
  },
  'partial plan': {
    by: ['plan --offline', 'plan --since REVISION'],
    keys: {
      isPartial: 'true: nothing can be approved by it, or applied from it',
      why: '`offline`: it was made from configuration and ledger alone; `since`: for what the configuration changes since a commit alone',
      target: '`host` and `organization`; null where nothing says them',
      hasChanges:
        '`offline`: whether anything is declared otherwise than last applied; `since`: whether anything would be sent for the change',
      untold: '`offline`: how many declared resources the ledger does not know the last applied values of',
      changes:
        '`offline`: address, kind, action, names of fields, former address and place of each; `isProtected`: a plan would block it; `since`: as in a plan',
      since: '`since`: the revision as it was named',
      commit: '`since`: its whole hash',
      read: '`since`: how many lists were read',
      notRead: '`since`: lists that a whole plan reads as well, and of which nothing is said',
      ...meant,
      ...around,
      version: 'of docform',
      isMasked: 'true: something else stands for a secret',
    },
    optional: ['untold', 'since', 'commit', 'read', 'notRead', 'version', 'isMasked', ...Object.keys(meant), ...Object.keys(around)],
  },
  redirects: {
    by: ['redirects', 'redirects PLAN'],
    keys: { redirects: 'from, to, reason, address, subject of each, and what below it stays out' },
  },
  'apply-report': {
    by: ['apply', 'apply FILE'],
    keys: {
      organization: target.organization,
      summary: 'changes that were done, failed, were skipped, were not started',
      recorded: 'ledger entries that were written without a request',
      caughtUp: 'ledger entries taken from the journal of an apply that was cut off; null: there was none',
      isNoted: 'the ledger was brought up to date with what was as declared already',
      requests: 'requests that were sent',
      lookUps: 'requests that only looked for what an earlier one had made',
      isInterrupted: 'somebody interrupted it',
      held: 'why it waited no longer for the platform; null: it did not have to',
      unreachable: 'why no further request was sent: the platform cannot be reached, or does not accept the token; null otherwise',
      leaseLost: 'code and message, where somebody else took the lease; null otherwise',
      ledgerFault: 'why the ledger could not be written; null: it was',
      changes: 'one entry for each change: address, action, status, error, and what it waited for',
      ...rest,
      verified: 'what the platform made something else of; null: it was not read again',
      undo: 'where it is kept how to take it back, and what that cannot do; null: it is not kept',
      rehearsal: 'what `--rehearse` showed',
    },
    optional: ['rehearsal'],
  },
  drift: {
    by: ['drift'],
    keys: {
      ...target,
      digest: 'the same for the same drift',
      hasDrift: 'whether there is any that no rule ignores',
      basis: 'what the platform was compared with: the ledger, or the configuration',
      counts: 'entries by class',
      impact: 'what it means for readers and for who may do what',
      entries: 'what drifted: class, address, fields before and after, order',
      ignored: 'the same for what a rule ignores, with the reason and the last day',
      unknown: 'lists that could not be read whole, with the reason',
      rules: 'those that have `expired`, and those that are `unused`',
      notes: 'what else is worth knowing',
    },
  },
  'drift --write': {
    by: ['drift --write'],
    keys: {
      ...target,
      taken: 'what was taken into the configuration',
      notTaken: 'what could not be, with reason and place',
      unmanaged: 'unmanaged objects that were left out',
      released: 'fields that are no longer stated',
      left: 'how much drift is left',
      counts: 'what was taken, by class',
      ...edited,
    },
  },
  ls: {
    by: ['ls'],
    keys: {
      host: 'host of the platform; null where nothing was contacted',
      organization: 'id of the organization; null where nothing says it',
      objects: 'address, kind, id, standing, name and place of each',
      unread: 'lists that could not be read whole, with the reason',
    },
  },
  doctor: {
    by: ['doctor'],
    keys: {
      isWell: 'no check failed',
      checks: '`name`, `status` (ok, warning, failed or skipped), `message`, `cure` and `code` of each, in their order',
    },
  },
  api: {
    by: ['api METHOD PATH'],
    keys: { status: 'of the last answer', body: 'what it says, or what --select selects of it; null: nothing' },
  },
  access: {
    by: ['access'],
    keys: {
      version: 'version of docform',
      readAt: 'when the reading began (RFC 3339)',
      token:
        '`from`: where the token comes from, null: none is needed; `identity`: null, as the platform does not say whose it is; `permissions`: what it may do in the organization, null: unknown',
      host: target.host,
      organization: 'its id, title and settings that let people in',
      scope: '`everybody`, `person` or `public`',
      isComplete: 'every listing that it needs could be read',
      requests: 'requests that were sent',
      people: 'members with role, teams and spaces',
      spaces: 'each with the people who reach it, grouped by reason',
      sites: 'each with who can read it',
      unknown: 'what could not be read, with the reason',
    },
  },
  import: {
    by: ['import', 'init --from-live'],
    keys: {
      ...target,
      counts: 'objects by kind',
      files: 'path and status (`new`, `changed`) of each',
      ledger: 'where the ledger is kept; null: nothing was written',
      leftOut: 'what was left out, and why',
      pending: 'declared, and not on the platform yet',
      gone: 'declared before, and gone from the platform',
      notApplied: 'of what else is declared, what the next apply would change',
      diff: edited.diff,
      requests: 'requests that were sent',
      isDryRun: edited.isDryRun,
    },
  },
  'import --from': {
    by: ['import --from FILE'],
    keys: {
      from: 'the file that was read',
      out: 'the file that was written; null: none',
      site: 'key of the site',
      live: 'id of the live site, or why there is none (`none`, `several`, `unread`); null: nobody looked',
      spaces: 'key of each space, and its id where the live site tells it; the others are to be pinned',
      claims: 'claims that its conditions use',
      leftOut: 'what the language cannot say, with the line',
      configuration: 'the configuration as data',
      text: 'the configuration as YAML',
    },
  },
  problems: {
    by: ['validate', 'any command, where the configuration is not valid'],
    keys: {
      valid: 'whether there are none',
      total: 'how many there are',
      notShown: 'by code, how many are not in the list',
      problems:
        'code, message, place, hint, fix (YAML to put `instead` of what stands at the place, or `before` it) and related places of each',
    },
  },
  error: {
    by: ['any command that fails'],
    keys: { error: 'code, message, hint, and the request that failed with status and id' },
  },
  undo: {
    by: ['undo'],
    keys: {
      applied: 'host, organization and time of the apply that is taken back',
      ...edited,
      lost: 'what it cannot bring back, a line each',
    },
  },
  forget: {
    by: ['forget ADDRESS…'],
    keys: {
      forgotten: 'address, kind and id of each, and whether it was declared or protected',
      pruned: 'addresses that `prune: all` deletes from now on',
      ...edited,
    },
  },
  mv: { by: ['mv FROM TO'], keys: { from: 'the address before', to: 'the address now', ...edited } },
  fmt: { by: ['fmt'], keys: { files: 'path, state, reason, diff and problems of each' } },
  init: { by: ['init'], keys: { file: 'what was written', organization: 'id of the organization; null: left open' } },
  'ci github': { by: ['ci github'], keys: { files: 'path, state and text of each, and whether it was written' } },
  'ci gitlab': { by: ['ci gitlab'], keys: { files: 'path, state and text of each, and whether it was written' } },
  'ci issue': {
    by: ['ci issue'],
    keys: {
      target: 'name of the target',
      digest: 'of the drift',
      clean: 'whether there is no drift',
      action: '`nothing`, `unchanged`, `opened`, `commented`, `reopened` or `closed`',
      number: 'of the issue; null: there is none',
      url: 'of the issue; null: there is none',
      alsoClosed: 'numbers of further issues of the same target',
    },
  },
  'ci comment': {
    by: ['ci comment'],
    keys: {
      target: 'name of the target',
      request: 'number of the pull or merge request',
      action: '`nothing`, `unchanged`, `added` or `changed`',
    },
  },
  'ledger-init': { by: ['ledger init'], keys: { place: 'where the tables are', made: 'whether they were made now' } },
  'ledger-merge': {
    by: ['ledger merge'],
    keys: { addresses: 'how many addresses it has now', conflicts: 'addresses of which each side has another object' },
  },
  unlock: {
    by: ['unlock ID'],
    keys: { place: 'where the lock was', id: 'of the lock', holder: 'who held it; null: nobody knows' },
  },
  history: { by: ['history'], keys: { runs: 'who applied, when, with which digest and end; latest first' } },
  explanation: { by: ['explain CODE'], keys: { code: 'the code', meaning: 'what it means', remedy: 'what to do' } },
  seed: { by: ['platform seed SEED'], keys: { seed: 'its name', directory: 'where the files are', files: 'their paths' } },
  ...platformDocuments(),
};

function platformDocuments(): { readonly [kind: string]: DocumentWords } {
  const state = {
    organizations: 'id and title of each',
    seed: 'what it began with',
    seedNumber: 'number of the seed',
    objects: 'how many there are',
    digest: 'equal digests are equal states',
    clock: '`now` and whether it is frozen',
    faults: 'how many there are',
    requests: 'how many are in the log',
    snapshots: 'how many there are',
  };
  const items = (what: string) => ({ items: what });
  return {
    'platform-state': { by: ['platform state'], keys: state },
    'platform-reset': { by: ['platform reset'], keys: state },
    'platform-snapshot': {
      by: ['platform snapshot NAME'],
      keys: { name: 'of the snapshot', takenAt: 'its time, by the clock of the platform', objects: 'how many there are in it' },
    },
    'platform-restore': { by: ['platform restore NAME'], keys: state },
    'platform-snapshots': { by: ['platform snapshots'], keys: items('name and time of each') },
    'platform-clock': {
      by: ['platform clock …'],
      keys: { now: 'its time', isFrozen: 'whether it stands still', offsetMs: 'how far it is ahead of the real one' },
    },
    'platform-faults': { by: ['platform faults …'], keys: items('match, effect and hits of each') },
    'platform-log': {
      by: ['platform log'],
      keys: { ...items('the requests, oldest first'), total: 'how many fit', dropped: 'how many are no longer kept' },
    },
    'platform-token': { by: ['platform token USER'], keys: { token: 'the token', user: 'whose it is' } },
    'platform-coverage': { by: ['platform coverage'], keys: items('each operation with what the tests saw of it') },
    'platform-differences': { by: ['platform differences'], keys: items('each silent point of the contract, and the reading taken') },
  };
}

/** What a document has under keys that nobody explains, or lacks of those that it always has; undefined: it is as it is told. */
export function strangeIn(document: { readonly [key: string]: unknown }): string | undefined {
  const words = documents[String(document.kind)];
  if (words === undefined) return `the kind ${String(document.kind)}`;
  const known = ['schemaVersion', 'kind', ...Object.keys(words.keys)];
  const strange = Object.keys(document).filter((key) => !known.includes(key));
  const missing = known.filter((key) => !Object.hasOwn(document, key) && words.optional?.includes(key) !== true);
  return strange.length + missing.length === 0
    ? undefined
    : `${String(document.kind)}: unknown ${strange.join(', ')}; missing ${missing.join(', ')}`;
}
