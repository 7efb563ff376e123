/** Explanations of the codes of failed commands, for `docform explain`. */
import type { Explanation } from './explanations.ts';

/** Codes of the ledger and its backends. */
const backendExplanations: { readonly [code: string]: Explanation } = {
  'E-LOCK-HELD': {
    meaning:
      'Another apply holds the state lock of the organization. Two applies at once could create the same object twice.',
    remedy:
      'Wait, or use `--lock-timeout`. After a crash, a lock in a file or in PostgreSQL expires within a minute. Remove a lock in a state service with `docform unlock ID`.',
  },
  'E-UNLOCK-UNSUPPORTED': {
    meaning:
      '`docform unlock` works only with state services. In a file or in PostgreSQL, the lock of a crashed run expires soon.',
    remedy: 'Wait for the lock: `docform apply --lock-timeout 2m`.',
  },
  'E-LOCK-LOST': {
    meaning:
      'This apply was suspended, or lost its connection to the backend, for so long that another apply may have started. The suspended apply sends and writes nothing more.',
    remedy: 'Run `docform apply` again. It reads the current state and continues.',
  },
  'E-LEDGER-STALE': {
    meaning: 'Another apply ran after the plan was made.',
    remedy: 'Plan again.',
  },
  'E-LOCK-MISMATCH': {
    meaning:
      'The state service is locked with another id. The lock may belong to a running apply. Nothing was changed.',
    remedy: 'Check the lock and its holder in the message. Remove the lock only if no apply is running.',
  },
  'E-NOT-LOCKED': {
    meaning: '`docform unlock` found no lock in the state service.',
    remedy: 'Do nothing. `docform apply` can start.',
  },
  'E-UNLOCK': {
    meaning:
      'The state service did not confirm that the lock was removed. The changes are saved, but the next apply may find the lock.',
    remedy: 'Run `docform unlock ID` with the id in the message, or remove the lock in the service.',
  },
  'E-BACKEND': {
    meaning: 'The backend in DOCFORM_BACKEND cannot be reached, or refused the request.',
    remedy: 'Check its address, user and network. docform applies nothing without the backend.',
  },
  'E-NO-HISTORY': {
    meaning:
      'The backend has no history of applies. Files and state services store only the ledger and the current run.',
    remedy:
      'Store the state in PostgreSQL (`DOCFORM_BACKEND=postgres://USER@HOST/DATABASE`). For a ledger file, read the history of the file in Git.',
  },
  'E-LEDGER-INVALID': {
    meaning:
      'The ledger cannot be read: it is damaged or not a regular file, has merge conflict markers, lists an address twice, or has another version.',
    remedy:
      'Fix the line that the message names. Restore a damaged ledger from Git or from a backup of the backend. No other file records which objects docform manages.',
  },
  'E-LEDGER-TARGET': {
    meaning: 'The ledger belongs to another host or organization, so its ids refer to other objects.',
    remedy: 'Use `--env NAME` to give each target its own ledger, or move the ledger to another directory.',
  },
};

/** Codes of failed commands (`E-…`). */
export const failureExplanations: { readonly [code: string]: Explanation } = {
  ...backendExplanations,
  'E-ACCESS-NAME': {
    meaning: '`docform access` found no person, space or site with this name, or several with this title.',
    remedy: 'Use the e-mail address of a person, or the key, resource address, full title or id of a space or site.',
  },
  'E-API': {
    meaning: 'The platform refused a request, or sent a response that docform could not read.',
    remedy:
      'Check the operation, path and status in the message, and follow the advice after `help:`. `--debug` shows every request.',
  },
  'E-API-URL': {
    meaning:
      'The API URL is missing, or docform must not send a token to it. The API URL never comes from the configuration.',
    remedy:
      'Set `--api-url` or DOCFORM_API_URL to https://HOST, to http:// with a loopback address, or to local[:FILE].',
  },
  'E-API-HOST': {
    meaning:
      'The URL passed to `docform api` is not below the API URL. docform never sends the token to another URL. Nothing was sent.',
    remedy: 'Pass only the path, such as /v1/orgs. Select the platform with `--api-url` or DOCFORM_API_URL.',
  },
  'E-API-SELECT': {
    meaning:
      'The JSON Pointer passed to `--select` matches nothing in the response to `docform api`. The request itself was sent.',
    remedy:
      'Run the command without `--select` to see the whole response. In a list that `--paginate` reads, the pointer begins with the number of an item, from 0.',
  },
  'E-CI-FILE': {
    meaning:
      'A file that one step of the pipeline passes to another is missing, empty or incomplete. Nothing was posted.',
    remedy: 'Check the log of the step that writes the file.',
  },
  'E-CONFIRMATION-REQUIRED': {
    meaning: '`docform apply` asks for confirmation, but there is no terminal.',
    remedy: 'Review `docform plan`, then run `docform apply --yes`.',
  },
  'E-CONTROL': {
    meaning: 'The control API of the reference platform refused a request of a `docform platform` command.',
    remedy:
      'Read the reason in the message: an unknown name, an invalid value, or a URL that the control API does not serve.',
  },
  'E-CONTROL-OFF': {
    meaning:
      'The server at this URL has no control API. Only the reference platform has one, and it is off by default.',
    remedy: 'Start the platform with `docform platform serve --control`, or use another URL with `--url`.',
  },
  'E-NOT-CONFIRMED': {
    meaning: 'The confirmation was not answered with yes. Nothing was sent.',
    remedy: 'Run `docform apply` again when the plan is right.',
  },
  'E-DIGEST': {
    meaning:
      'The digest of the plan does not match `--expect-digest`: something changed after the approval. Nothing was sent.',
    remedy: 'Review the current plan and approve its digest.',
  },
  'E-PLAN-STALE': {
    meaning:
      'Something changed after the plan was saved: applying the plan would make changes that were not approved. Nothing was sent.',
    remedy: 'Save a new plan, review the plan and apply the new file.',
  },
  'E-FILE-CHANGED': {
    meaning:
      'A configuration file changed after docform read the file, and a write would overwrite the change. No file was written.',
    remedy: 'Run the command again.',
  },
  'E-FILE-EXISTS': {
    meaning: 'The output file exists already, and the command does not overwrite files by default.',
    remedy: 'Choose another file name, or remove the file.',
  },
  'E-FORGET-PRUNED': {
    meaning:
      'The resource is in a list with `prune: all`. If docform forgot it, the next apply would delete the object. Nothing was changed.',
    remedy:
      'Remove `prune: all` from this list first. With `--yes`, docform forgets the resource anyway, and the next apply deletes the object.',
  },
  'E-EDIT-CHECK': {
    meaning:
      'docform edited the configuration in memory, and the result did not have the intended meaning. No file was written.',
    remedy: 'Edit the configuration yourself. If the configuration is valid, report this as a bug.',
  },
  'E-FORGE': {
    meaning:
      'GitHub or GitLab refused a request of `docform ci issue` or `docform ci comment`, or sent an unreadable response.',
    remedy:
      'Check the request and the status in the message, follow the advice after `help:`, and run the command again. The command continues and creates no duplicates.',
  },
  'E-FMT': {
    meaning:
      '`docform fmt` did not change a file: the file is not valid YAML, or a new layout would change its meaning.',
    remedy:
      'Read the reason in the message, correct the file and run the command again. If the file is valid, report the problem.',
  },
  'E-GIT': {
    meaning:
      '`docform plan --since` needs Git, a repository and the revision. One of them is missing, for example in a shallow clone.',
    remedy:
      'Follow the advice after `help:`. In most cases, fetch the revision or name another one. Without `--since`, docform does not use Git.',
  },
  'E-IMPORT-DIFFERS': {
    meaning:
      'The plan after the import would not be empty, because the new configuration differs from the platform. Nothing was written.',
    remedy:
      'Check the differences in the message. Import everything, or run `docform forget ADDRESS` for resources that you do not import.',
  },
  'E-IMPORT-LEDGER': {
    meaning: 'The import wrote the configuration, but could not write the ledger.',
    remedy: 'Run the same import again. It changes no file and writes the ledger.',
  },
  'E-IMPORT-TEXT': {
    meaning: 'docform could not write a configuration that reads back as the same organization. Nothing was written.',
    remedy:
      'Use `--out` with an empty directory, or `--split site`. Possible causes: the new configuration would include existing files, or is too large.',
  },
  'E-LEDGER-SHARED': {
    meaning:
      'Two configurations would share one ledger, and each would delete the resources of the other. Nothing was written.',
    remedy:
      'Import into the existing configuration, or use another directory or `--env NAME` to get a separate ledger. If the other configuration no longer exists, move its ledger elsewhere.',
  },
  'E-INTERRUPTED': {
    meaning: 'Ctrl-C ended the command at the confirmation. Nothing was sent.',
    remedy: 'Run `docform apply` again when the plan is right.',
  },
  'E-NO-LEDGER': {
    meaning:
      '`docform drift --write` needs a ledger to distinguish changes made outside docform from edits that are not applied yet. Without one, it would undo those edits.',
    remedy:
      'Use the ledger of this target (DOCFORM_BACKEND, `--env NAME`), or run `docform import` to import the platform.',
  },
  'E-UNREACHABLE': {
    meaning:
      'The platform cannot be reached: 3 requests in a row timed out, the host name is unknown, the certificate is not trusted, or the proxy refuses the tunnel. docform stopped sending requests.',
    remedy:
      'Follow the advice after `help:`. Check the API URL, the platform and the proxy. If the platform is slow, increase `--timeout`.',
  },
  'E-NOT-FORMATTED': {
    meaning: '`docform fmt --check` found files that are not in the canonical layout.',
    remedy: 'Run `docform fmt` and commit the changes. `docform fmt --check -v` shows the changes as a diff.',
  },
  'E-MV-KEY': {
    meaning: '`docform mv` changes only keys that you chose. A resource cannot change its kind or its place.',
    remedy:
      'Use another key in the same place. If the key belongs to the platform (an e-mail address, a slug), declare a new resource instead.',
  },
  'E-MV-TAKEN': {
    meaning: 'Another resource is declared at the new address.',
    remedy: 'Choose another key, or rename the other resource first.',
  },
  'E-MV-UNKNOWN': {
    meaning: 'The configuration declares no resource at the old address.',
    remedy: 'Correct the address. `docform ls` lists all addresses.',
  },
  'E-NO-CONFIGURATION': {
    meaning:
      'There is no docform.yaml in this directory or its parents, up to the root of the repository. `-C` searches only the given directory. Or the file passed to `-c` does not exist.',
    remedy:
      'Use `-C DIRECTORY` or `-c FILE`. To create a configuration, run `docform import` (from the platform) or `docform init` (a first one).',
  },
  'E-ORGANIZATION-CHOICE': {
    meaning: 'No organization is selected, and the token can access none or several.',
    remedy: 'Select an organization from the message with `--organization ID` or DOCFORM_ORG.',
  },
  'E-PLAN-BLOCKED': {
    meaning: 'A guard blocks the saved plan, so `docform apply` applies nothing.',
    remedy:
      'Run `docform show FILE` to see the guard. Fix the cause, or pass the flag that the plan prints, and plan again.',
  },
  'E-PLAN-CONFIGURATION': {
    meaning:
      'The configuration or its variables changed after the plan was saved, so the approval does not cover them.',
    remedy: 'Check out the commit of the plan and use the same `--env` and `--var`, or plan again.',
  },
  'E-PLAN-FILE': {
    meaning: 'The file is not a plan that docform saved: it cannot be read, is truncated, or was edited.',
    remedy: 'Save a new plan with `docform plan --out FILE`.',
  },
  'E-POLICY-FILE': {
    meaning: 'The path of a policy rule, in `--policy` or in a saved plan, does not exist.',
    remedy:
      'Correct the path. It is relative to the current directory. Apply a saved plan in the directory that holds its rules.',
  },
  'E-PLAN-TARGET': {
    meaning: 'The saved plan is for another platform or organization.',
    remedy: 'Set the API URL and organization of the plan, or plan again.',
  },
  'E-PLAN-VERSION': {
    meaning: 'The saved plan has an unknown schemaVersion, because a later version of docform made the plan.',
    remedy: 'Apply the plan with that version of docform, or plan again.',
  },
  'E-PLATFORM': {
    meaning: 'No platform answers at the URL that the `docform platform` command uses.',
    remedy:
      'Start a platform with `docform platform serve --control`, or set its URL with `--url` or DOCFORM_PLATFORM_URL.',
  },
  'E-EDIT-REFUSED': {
    meaning: 'docform cannot edit a configuration file without changing more than it should. No file was written.',
    remedy: 'Edit the file yourself, at the place that the message names.',
  },
  'E-STILL-REFERENCED': {
    meaning:
      'Another resource refers to the resource that you want to forget, and would become invalid. Nothing was changed.',
    remedy: 'Change the references that the message lists, or forget the other resources too.',
  },
  'E-SINCE': {
    meaning:
      'The revision in `plan --since` has no configuration to compare with: the main file is missing or invalid, or is for another organization.',
    remedy:
      'Name a revision with a configuration that is valid with the current variables. Or plan without `--since` to read everything.',
  },
  'E-SYSTEM': {
    meaning: 'The operating system refused access to a file or port.',
    remedy: 'Check the path or port in the message, and its permissions.',
  },
  'E-TOKEN': {
    meaning: 'The token is missing or contains invalid characters.',
    remedy: 'Set DOCFORM_TOKEN, or pass a file with `--token-file` (`-` reads stdin).',
  },
  'E-TOKEN-FILE': {
    meaning: 'The file passed to `--token-file` cannot be read.',
    remedy: 'Check the path and the permissions of the file.',
  },
  'E-COMMENT-TOO-LONG': {
    meaning:
      'The plan has more high-risk changes than fit into a comment. The comment says so, and no pipeline applies the plan.',
    remedy: 'Split the change. Or review the whole plan in the log and run `docform apply` yourself.',
  },
  'E-UNEXPECTED': {
    meaning: 'docform has a bug.',
    remedy: 'Run the command again with `--debug` and report the output.',
  },
  'E-INCOMPLETE-READ': {
    meaning:
      'A list could not be read completely. docform neither creates nor deletes the declared resources in this list.',
    remedy:
      'Read the list and the reason under "Unknown" in the plan. Fix the cause, such as missing permissions or an incomplete list of results, and run the command again.',
  },
  'E-NO-ACCESS': {
    meaning:
      'The token is valid, but its user cannot read anything in the organization except the organization itself.',
    remedy:
      "Give the token's user a role. The role `read` hides secrets and private content. Only `admin` sees everything.",
  },
  'E-VENDOR-FILE': {
    meaning: 'The site structure file passed to `import --from` cannot be read, or is not a text file.',
    remedy:
      'Check its path and permissions. The file is usually named gitbook-docs.yaml or docs.yaml, in the root of the repository that Git Sync uses.',
  },
  'E-VENDOR-ITEM': {
    meaning:
      "An item is not allowed at this place of the vendor's site structure. A site contains section groups and sections, or only spaces. A section group contains sections, and a section contains spaces.",
    remedy: 'Correct the `type` of the item, or move the item.',
  },
  'E-VENDOR-SHAPE': {
    meaning: "A value in the vendor's site-structure file is missing or has the wrong type.",
    remedy: 'Write the value as the message describes. In YAML 1.2, 4.10 without quotes is a number.',
  },
  'E-VENDOR-DUPLICATE': {
    meaning: 'The GitBook site structure file defines a key, a path or a default twice.',
    remedy: 'Change one of the two places in the message.',
  },
  'E-UNDO-CHANGED': {
    meaning:
      'The configuration files changed after the apply, so the undo file no longer applies. No file was written.',
    remedy: 'Merge the undo file with `git apply -3 FILE`, or make its changes yourself.',
  },
  'E-UNDO-FILE': {
    meaning: 'There is no undo file, or it does not belong to this configuration and environment.',
    remedy:
      'Name the right file. Each apply that changes something writes an undo file next to the ledger, unless you pass `--no-undo`.',
  },
  'E-UNFINISHED-RUN': {
    meaning:
      'An apply ended before the response to a request arrived. This command would delete the record of that request.',
    remedy: 'Run `docform apply` to check the result of the request. Then run the command again.',
  },
  'E-USAGE': {
    meaning: 'The command line or an environment variable is wrong. No request was sent.',
    remedy: 'Check the flag or variable in the message. See `docform help COMMAND` and `docform help environment`.',
  },
};
