/** The JSON documents that commands print with `--json`, with a description of each member. */
import { planSchema } from '../../src/report/plan/json.ts';

export interface DocumentWords {
  /** Commands as they are typed, without `docform` and `--json`. */
  readonly by: readonly string[];
  /** Members other than `schemaVersion` and `kind`. */
  readonly keys: { readonly [key: string]: string };
  /** Members that a document may omit. */
  readonly optional?: readonly string[];
}

const target = { host: 'host of the platform', organization: 'id of the organization' };
const edited = {
  files: 'configuration files that change',
  diff: 'changes to these files, as a patch',
  isDryRun: 'whether the command only showed the result and wrote nothing',
};

const schema = planSchema();
const plan = Object.fromEntries(
  Object.entries(schema.properties).flatMap(([key, { description = '' }]) =>
    key === 'schemaVersion' || key === 'kind' ? [] : [[key, description]],
  ),
);
/** By `kind`. */
export const documents: { readonly [kind: string]: DocumentWords } = {
  plan: {
    by: ['plan', 'show FILE', 'plan --out FILE'],
    keys: plan,
    optional: Object.keys(plan).filter((key) => !schema.required?.includes(key)),
  },
  'partial plan': {
    by: ['plan --offline'],
    keys: {
      isPartial: 'always true. You cannot approve or apply this plan',
      why: '`offline`: the plan compares only configuration and ledger',
      target: '`host` and `organization`. Null: not configured',
      hasChanges: 'whether the configuration differs from the last apply',
      withoutFingerprint:
        'number of declared resources without fingerprints of their last applied values in the ledger',
      changes:
        'address, kind, action, field names, previous address and position of each change. `isProtected` means that a plan blocks the change',
    },
  },
  'apply-report': {
    by: ['apply', 'apply FILE'],
    keys: {
      organization: target.organization,
      part: 'scope of a partial plan, as in the plan. Missing: everything was applied',
      summary: 'number of changes that were done, failed, were skipped or were not started',
      recorded: 'number of ledger entries that were written without a request',
      recovered:
        'number of ledger entries restored from the journal of an interrupted apply. Null: no apply was interrupted',
      isLedgerUpdated: 'whether apply updated the ledger for objects that already matched the configuration',
      requests: 'number of requests sent for changes',
      searches: 'number of extra requests that looked for objects created by an earlier request',
      isInterrupted: 'whether the apply was interrupted',
      held: 'reason why the apply stopped waiting for the platform. Null: the apply did not have to stop',
      unreachable:
        'reason why no further request was sent: the platform is unreachable or rejects the token. Null: no such failure',
      lockLost: '`code` and `message` if the state lock was lost. Null: the lock was not lost',
      ledgerFault: 'reason why the ledger could not be written. Null: no failure',
      exposed:
        'after an incomplete apply: the objects whose audience is wider than before the apply and after the whole plan, with `subject`, the audience `now`, `before` and as `planned`, the `spaces` they show, and the changes that were not made (`unmade`)',
      changes: 'one entry for each change, with address, action, status, error and dependencies',
      verified: 'differences between platform and configuration after the apply. Null: not verified',
      leftOut:
        'changes that are needed since the approval, and that no approved change depends on. They were not applied',
      withheld: 'blocked changes, and changes that depend on them. They were not applied',
      undo: 'undo file, with items that undo cannot revert. Null: no undo file',
      rehearsal: 'result of `--rehearse`',
    },
    optional: ['part', 'rehearsal'],
  },
  drift: {
    by: ['drift'],
    keys: {
      ...target,
      digest: 'digest of the drift. Equal drift has equal digests',
      hasDrift: 'whether drift exists that no rule ignores',
      basis: 'basis of the comparison with the platform: the ledger or the configuration',
      part: 'scope of a partial report',
      counts: 'number of entries by class',
      expectations: 'findings of `expect`, as in the plan. Missing: the configuration has no expectations',
      impact: 'effects on readers and on permissions',
      entries: 'drift entries with class, address, fields before and after, and order',
      ignored: 'drift that a rule ignores, with the reason and the last day of the rule',
      unknown: 'lists that could not be read completely, with the reason',
      rules: '`expired` and `unused` rules',
      notes: 'additional information',
    },
    optional: ['part', 'expectations'],
  },
  'drift --write': {
    by: ['drift --write'],
    keys: {
      ...target,
      accepted: 'drift that was written into the configuration',
      notAccepted: 'drift that could not be written, with reason and position',
      unmanaged: 'unmanaged objects that were left out',
      released: 'fields that are no longer declared',
      left: 'amount of drift that remains',
      counts: 'number of written entries by class',
      ...edited,
    },
  },
  object: {
    by: ['get ADDRESS'],
    keys: {
      object:
        'address, kind and id of the object, whether the object is declared and in the ledger, the repository (`syncedFrom`) and file (`syncedBy`) of Git Sync, its position, its `declaration` as import would write it, its drift, and the values that a declaration cannot contain',
    },
  },
  description: {
    by: ['explain FIELD'],
    keys: { path: 'path of the kind or field', paragraphs: 'meaning, values, default and effect, as Markdown' },
  },
  set: {
    by: ['set ADDRESS VALUE'],
    keys: {
      address: 'address of the resource',
      field: 'name of the field. Null: the whole resource',
      files: 'paths of the changed files. Empty: the value was there already',
      diff: 'diff of the files',
      isDryRun: 'whether nothing was written',
    },
  },
  objects: {
    by: ['get PATTERN'],
    keys: {
      host: 'host of the platform. Null: docform did not contact the platform',
      organization: 'id of the organization. Null: not configured',
      objects: 'address, kind, id, `status`, name and position of each object',
      unread: 'lists that could not be read completely, with the reason',
    },
  },
  doctor: {
    by: ['doctor'],
    keys: {
      passed: 'whether no check failed',
      checks:
        '`name`, `status` (`ok`, `warning`, `failed` or `skipped`), `message`, `fix` and `code` of each check, in order',
    },
  },
  api: {
    by: ['api METHOD PATH'],
    keys: {
      status: 'HTTP status of the last response',
      body: 'body of the response, or the part that --select selects. Null: empty',
    },
  },
  access: {
    by: ['access'],
    keys: {
      version: 'version of docform',
      readAt: 'time when docform started to read (RFC 3339)',
      revision:
        'Git commit of the configuration, with `-modified` if a file of the configuration differs from the commit, and with `-unverified` if Git could not compare them. Null: unknown',
      token:
        '`from`: source of the token, null if no token is needed. `identity`: `id` and `name` of its user, null if the platform does not report the user. `permissions`: permissions of the token in the organization, null if unknown',
      host: target.host,
      organization: 'id, title and settings that control who can join',
      scope: '`everybody`, `person` or `public`',
      isComplete: 'whether docform could read every list that it needs',
      requests: 'number of requests',
      people: 'members with role, teams and spaces',
      spaces:
        'spaces with the people who can access each space, grouped by reason. `permissions` of a group: the permissions that grant its level, if docform read them',
      sites:
        'sites with the audience of each site. `permissions`: the teams and members with a permission, if docform read them',
      unknown: 'lists and objects that could not be read, with the reason',
    },
  },
  import: {
    by: ['import'],
    keys: {
      ...target,
      counts: 'number of objects by kind',
      files: 'path and status (`new`, `changed`) of each file',
      ledger: 'location of the ledger. Null: nothing was written',
      leftOut: 'objects that were left out, with the reason',
      pending: 'declared resources that are not on the platform yet',
      gone: 'declared resources whose objects no longer exist on the platform',
      notApplied: 'changes that the next apply makes to other declared resources',
      diff: edited.diff,
      requests: 'number of requests',
      isDryRun: edited.isDryRun,
    },
  },
  'import --from': {
    by: ['import --from FILE'],
    keys: {
      from: 'path of the file that was read',
      out: 'path of the file that was written. Null: no file was written',
      site: 'key of the site',
      live: 'id of the live site, or the reason why no site was matched (`none`, `several`, `unread`). Null: docform did not look for a site',
      spaces: 'key of each space, with its id if the live site contains the space. Pin the other spaces',
      claims: 'claims that the conditions use',
      leftOut: 'settings that the configuration language does not support, with the line',
      configuration: 'the configuration as data',
      text: 'the configuration as YAML',
    },
  },
  problems: {
    by: ['validate', 'any command with an invalid configuration'],
    keys: {
      valid: 'whether the configuration has no problems',
      total: 'number of problems',
      notShown: 'number of problems that are not in the list, by code',
      problems:
        'code, message, position, hint, fix and related positions of each problem. A fix is YAML that you insert `before` the position, or write `instead` of the text at the position',
    },
  },
  error: {
    by: ['any command that fails'],
    keys: { error: 'code, message and hint, and the failed request with status and id' },
  },
  undo: {
    by: ['undo'],
    keys: {
      applied: 'host, organization and time of the apply that is reverted',
      ...edited,
      lost: 'items that undo cannot revert, one line for each',
    },
  },
  forget: {
    by: ['forget ADDRESS…'],
    keys: {
      forgotten: 'address, kind and id of each resource, and whether the resource was declared or protected',
      pruned: 'addresses that `prune: all` will delete',
      ...edited,
    },
  },
  handover: {
    by: ['mv ADDRESS… --to NAME'],
    keys: {
      from: 'name of the former configuration',
      to: 'name of the new configuration',
      moved: 'address and id of each object',
      ...edited,
    },
  },
  mv: { by: ['mv FROM TO'], keys: { from: 'previous resource address', to: 'new resource address', ...edited } },
  fmt: { by: ['fmt'], keys: { files: 'path, state, reason, diff and problems of each file' } },
  init: {
    by: ['init'],
    keys: { file: 'path of the file that was written', organization: 'id of the organization. Null: not set' },
  },
  'ci github': {
    by: ['ci github'],
    keys: { files: 'path, state and text of each file, and whether the file was written' },
  },
  'ci gitlab': {
    by: ['ci gitlab'],
    keys: { files: 'path, state and text of each file, and whether the file was written' },
  },
  'ci issue': {
    by: ['ci issue'],
    keys: {
      target: 'name of the target',
      digest: 'digest of the drift',
      clean: 'whether no drift exists',
      action: '`nothing`, `unchanged`, `opened`, `commented`, `reopened` or `closed`',
      number: 'number of the issue. Null: no issue',
      url: 'URL of the issue. Null: no issue',
      alsoClosed: 'numbers of other closed issues of the same target',
    },
  },
  'ci drift-branch': {
    by: ['ci drift-branch'],
    keys: {
      target: 'name of the target',
      digest: 'digest of the drift',
      clean: 'whether no drift exists',
      action: '`nothing`, `unchanged`, `rejected`, `opened`, `updated` or `closed`',
      files: 'paths of the edited files',
      number: 'number of the pull or merge request. Null: none',
      url: 'URL of the pull or merge request. Null: none',
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
  'ledger-init': {
    by: ['ledger init'],
    keys: { place: 'location of the tables', made: 'whether this command created the tables' },
  },
  'ledger-merge': {
    by: ['ledger merge'],
    keys: {
      addresses: 'number of addresses in the merged ledger',
      conflicts: 'addresses with a different object on each side',
    },
  },
  'ledger-move': {
    by: ['ledger move'],
    keys: {
      place: 'location of the ledger',
      from: 'former host and organization',
      to: 'new host and organization',
      isDryRun: 'whether the ledger was only checked',
      ids: 'number of compared ids',
      requests: 'number of GET requests',
      mismatches: 'address, id and problem (missing, container, unknown) of each id that does not match',
    },
  },
  unlock: {
    by: ['ledger unlock ID'],
    keys: { place: 'location of the lock', id: 'id of the lock', holder: 'former holder of the lock. Null: unknown' },
  },
  history: { by: ['ledger history'], keys: { runs: 'person, time, digest and result of each apply, latest first' } },
  explanation: {
    by: ['explain CODE'],
    keys: { code: 'code of the error or the guard', meaning: 'meaning of the code', remedy: 'recommended action' },
  },
  ...platformDocuments(),
};

function platformDocuments(): { readonly [kind: string]: DocumentWords } {
  return {
    'platform-control': {
      by: ['platform control METHOD PATH'],
      keys: { body: 'body of the response, or the selected part' },
    },
    'platform-log': {
      by: ['platform log'],
      keys: {
        items: 'requests, oldest first',
        total: 'number of matching requests',
        dropped: 'number of requests that are no longer in the log',
      },
    },
  };
}

/** Unknown and missing members of a document. Undefined: none. */
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
