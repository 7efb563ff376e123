/** What each code of a failed command means, and what to do: the text of `docform explain`. */
import type { Explanation } from './explanations.ts';

/** Of what keeps ledgers and leases. */
const storeExplanations: { readonly [code: string]: Explanation } = {
  'E-LEASE-HELD': {
    meaning: 'Another apply works on the same organization. Two at once could make the same object twice.',
    remedy:
      'Wait for it, or let docform wait with --lease-wait. The lease of a run that died ends by itself, within a minute; a lock in a state service does not: `docform unlock ID` removes it.',
  },
  'E-LEASE-ENDS': {
    meaning: '`docform unlock` is for state services. In files and in PostgreSQL a lease ends by itself, soon after its run has died.',
    remedy: 'Wait for it: docform apply --lease-wait 2m.',
  },
  'E-LEASE-LOST': {
    meaning:
      'This apply was stopped, or cut off from its store, for so long that another one may have begun. It sends and writes nothing any more.',
    remedy: 'Run apply again: it reads what is there and goes on.',
  },
  'E-LEDGER-STALE': {
    meaning: 'Somebody has applied since the plan was made.',
    remedy: 'Plan again.',
  },
  'E-LOCK-OTHER': {
    meaning: 'The state service is locked with another id than `docform unlock` was given: it may be that of an apply at work.',
    remedy: 'Nothing was changed. The message names that lock and its holder; make sure that no apply is at work before you remove it.',
  },
  'E-NOT-LOCKED': {
    meaning: '`docform unlock` found no lock in the state service.',
    remedy: 'Nothing has to be done: apply can begin.',
  },
  'E-UNLOCK': {
    meaning:
      'The state service did not confirm that it removed the lock of this run. What was done is kept, but the next apply may find the lock.',
    remedy: 'Run `docform unlock ID` with the id that the message names, or remove the lock in the service.',
  },
  'E-STORE': {
    meaning: 'The store that DOCFORM_STORE names cannot be reached, or does not accept the request.',
    remedy: 'Check its address, user and network. Nothing is applied without it.',
  },
  'E-NO-HISTORY': {
    meaning: 'The store in use does not remember applies: files and state services keep the ledger and the run under way only.',
    remedy: 'Keep the state in PostgreSQL (DOCFORM_STORE=postgres://USER@HOST/DATABASE); with files, Git has the history of the ledger.',
  },
  'E-LEDGER-INVALID': {
    meaning:
      'The ledger cannot be read: it is damaged, is no plain file, holds merge conflict markers, has an address twice, or is of another version.',
    remedy:
      'The message says what to do with the line it names. What is damaged is restored from Git, or from a backup of its store; it alone says what docform owns.',
  },
  'E-LEDGER-TARGET': {
    meaning: 'The ledger belongs to another host or organization; its ids would name the wrong objects.',
    remedy: 'Use --env NAME, so that each target has a ledger of its own, or move the file away.',
  },
};

/** Codes of failed commands (`E-…`). */
export const failureExplanations: { readonly [code: string]: Explanation } = {
  ...storeExplanations,
  'E-ACCESS-NAME': {
    meaning: '`docform access` was asked about a person, space or site that is not there, or by a title that several have.',
    remedy: 'Give the e-mail address, or the key, address, whole title or id of what is meant.',
  },
  'E-API': {
    meaning: 'The platform refused a request, or gave no answer that could be read.',
    remedy: 'The message names operation, path and status, and the help line what to do about that status. --debug shows every request.',
  },
  'E-API-URL': {
    meaning: 'The address of the platform is missing, or is not one a token may be sent to. It never comes from the configuration.',
    remedy: 'Give --api-url or DOCFORM_API_URL: https://HOST, http:// on loopback addresses only, or local[:FILE].',
  },
  'E-API-ELSEWHERE': {
    meaning: '`docform api` was given an address that is not below that of the platform. The token goes nowhere else, so nothing was sent.',
    remedy: 'Give the path alone, such as /v1/orgs. Which platform is meant, --api-url or DOCFORM_API_URL says.',
  },
  'E-API-SELECT': {
    meaning: 'The answer to `docform api` has nothing where --select points to. The request itself was done.',
    remedy:
      'Look at the whole answer without --select; of a list that --paginate reads, the pointer begins with the number of an item, from 0.',
  },
  'E-CI-FILE': {
    meaning: 'The text that one step of a pipeline hands to another is missing, empty, or not whole: nothing is said on such a text.',
    remedy: 'See in the log of the run what the step that had to write it said.',
  },
  'E-CONFIRM': {
    meaning: 'apply asks before it changes anything, and there is no terminal to ask on.',
    remedy: 'Review `docform plan`, then run `docform apply --yes`.',
  },
  'E-CONTROL': {
    meaning: 'The control plane of the reference platform refused what a `docform platform` command asked for.',
    remedy: 'The message says why: a name that is not there, a value it does not take, an address it does not answer to.',
  },
  'E-CONTROL-OFF': {
    meaning:
      'Whoever answers at this address has no control plane: it is off unless it is asked for, and only the reference platform has one.',
    remedy: 'Start the platform with `docform platform serve --control`, or name another address with --url.',
  },
  'E-DECLINED': {
    meaning: 'The question whether to apply was not answered with yes.',
    remedy: 'Nothing was sent; run apply again when the plan is right.',
  },
  'E-DIGEST': {
    meaning: 'The plan does not have the digest that --expect-digest names: something changed since it was approved.',
    remedy: 'Nothing was sent. Review the plan as it is now, and approve its digest.',
  },
  'E-FILE-CHANGED': {
    meaning: "A file of the configuration changed between being read and being written, so that writing it would lose somebody's work.",
    remedy: 'No file was written. Run the command again.',
  },
  'E-FILE-EXISTS': {
    meaning: 'A file that a command is to write is there already, and nobody said that it may be overwritten.',
    remedy: 'Name another file, or remove that one.',
  },
  'E-FORGET-PRUNED': {
    meaning:
      'What is to be forgotten stands in a list with `prune: all`, so that the next applies would delete it as what nobody declares.',
    remedy: 'Nothing was changed. Say another word than `all` for that list first; --yes forgets it all the same.',
  },
  'E-EDIT-CHECK': {
    meaning:
      'docform edited the configuration in memory and read the result again, and it did not say what was meant. No file was written.',
    remedy: 'Make this change by hand. If the configuration looks ordinary to you, report it: this is a case the editor should know.',
  },
  'E-FORGE': {
    meaning: 'GitHub or GitLab refused a request of `docform ci issue` or `docform ci comment`, or gave no answer that could be read.',
    remedy:
      'The message names the request and the status, and the help line what to do. Run again, the command goes on from where it stopped, and opens nothing twice.',
  },
  'E-FMT': {
    meaning: '`docform fmt` left a file as it is: it is not valid YAML, or its layout could not be changed without changing what it says.',
    remedy: 'The message says why. Correct the file and run it again; a file that is valid and refused all the same is worth a report.',
  },
  'E-GIT': {
    meaning:
      'What `plan --since` has to know of Git cannot be had: there is no Git, no repository, or no such revision in it, as in a clone that is shallow.',
    remedy: 'The help line says what to do: most often to fetch the revision, or to name it otherwise. Without --since Git is not asked.',
  },
  'E-IMPORT-DIFFERS': {
    meaning: 'What was read is not what the configuration would say of it: planning the import would not be empty. Nothing was written.',
    remedy:
      'Import everything, or let the ledger forget what is not imported (docform forget ADDRESS); the message names what would change.',
  },
  'E-IMPORT-LEDGER': {
    meaning: 'The import wrote the configuration, and then could not write the ledger.',
    remedy: 'Run the same import again: it changes no file, and writes the ledger.',
  },
  'E-IMPORT-TEXT': {
    meaning: 'What the organization has could not be written as a configuration that is read back as the same. Nothing was written.',
    remedy:
      'Files beside the new one that it would include may be the reason, or its size: try --out in an empty directory, or --split site.',
  },
  'E-LEDGER-SHARED': {
    meaning:
      'A new configuration would keep the ledger of another one. Each deletes what the ledger knows and it does not declare itself, so that one would delete what the other manages. Nothing was written.',
    remedy:
      'Import into the configuration that is there, or give the new one a ledger of its own: another directory, or --env NAME. If the other configuration is no more, move its ledger away.',
  },
  'E-INTERRUPTED': {
    meaning: 'Ctrl-C ended the command at its question.',
    remedy: 'Nothing was sent; run apply again when the plan is right.',
  },
  'E-NO-LEDGER': {
    meaning:
      '`docform drift --write` found no ledger. Without one nothing tells what somebody changed by hand from edits that were not applied yet, and these would be undone.',
    remedy:
      'Use the ledger that belongs to this target (DOCFORM_STORE, --env NAME), or run `docform import` to take in what the platform has.',
  },
  'E-UNREACHABLE': {
    meaning:
      'The platform cannot be reached: several requests in a row got no answer within --timeout, the host name is unknown, the certificate is not trusted, or the proxy refuses the tunnel. The command sent no further request.',
    remedy:
      'Do what the help line says: check the API address, that the platform is running, and the proxy. If the platform is only slow, raise --timeout.',
  },
  'E-NOT-CANONICAL': {
    meaning: '`docform fmt --check` found files that are not in the canonical layout.',
    remedy: 'Run `docform fmt` and commit what it changes; `docform fmt --check -v` shows that as a diff.',
  },
  'E-MV-KEY': {
    meaning:
      'The address cannot become the other one: only a key that you chose yourself can change, and what has it stays what and where it is.',
    remedy: 'Give another key in the same place. What the platform knows by its key (an e-mail address, a slug) is declared anew instead.',
  },
  'E-MV-TAKEN': {
    meaning: 'Something else is declared at the address that it should get.',
    remedy: 'Choose another key, or rename the other one first.',
  },
  'E-MV-UNKNOWN': {
    meaning: 'The configuration declares nothing at the address that should be renamed.',
    remedy: 'Check the address: `docform ls` lists all of them.',
  },
  'E-NO-CONFIGURATION': {
    meaning:
      'There is no docform.yaml in this directory or above it, up to the root of the repository. With -C only the named directory is searched. Or -c names a file that does not exist.',
    remedy:
      'Go to its directory with -C DIRECTORY, or name it with -c FILE. Where there is none yet, `docform import` writes one of what is on the platform, and `docform init` a first one.',
  },
  'E-ORGANIZATION-CHOICE': {
    meaning: 'No organization is named, and the token does not see exactly one.',
    remedy: 'Name one of those that the message lists: --organization ID, or DOCFORM_ORG.',
  },
  'E-PLAN-BLOCKED': {
    meaning: 'The saved plan is blocked by a guard, so that nothing of it may be applied.',
    remedy: '`docform show FILE` tells by what. Put that right, or allow it with the flag it names, and plan again.',
  },
  'E-PLAN-CONFIGURATION': {
    meaning: 'The configuration, with its variables, is not the one the saved plan was made from: what was approved is not what is wanted.',
    remedy: 'Check out the commit it was made from, with the same --env and --var; or plan again.',
  },
  'E-PLAN-FILE': {
    meaning: 'The file is no plan that docform saved: it cannot be read, was cut short, or was changed by hand.',
    remedy: 'Make it anew with `docform plan --out FILE`.',
  },
  'E-POLICY-FILE': {
    meaning: 'There is nothing at the path that --policy, or a saved plan, names for rules.',
    remedy: 'Check the path; it is seen from where docform runs. Apply a saved plan where the rules are.',
  },
  'E-PLAN-TARGET': {
    meaning: 'The saved plan is for another platform or organization.',
    remedy: 'Give the address and organization it was made for, or plan again.',
  },
  'E-PLAN-VERSION': {
    meaning: 'The saved plan has a schemaVersion that this docform does not know: a later version made it.',
    remedy: 'Apply it with the version of docform that made it, or plan again.',
  },
  'E-PLATFORM': {
    meaning: 'No platform answers at the address that a `docform platform` command speaks to.',
    remedy: 'Start one with `docform platform serve --control`, or name its address with --url or DOCFORM_PLATFORM_URL.',
  },
  'E-REWRITE': {
    meaning: 'A command was to change a file of the configuration, and cannot do so without changing more than it should.',
    remedy: 'No file was written. The message names the place and the reason: change it there by hand.',
  },
  'E-STILL-NAMED': {
    meaning: 'What is to be forgotten is named by something that stays, which would then not be valid any more.',
    remedy: 'Nothing was changed. Change the places that the message names first, or forget them as well.',
  },
  'E-SINCE': {
    meaning:
      'At the revision that `plan --since` names there is no configuration to compare with: its main file was not there, it was not valid, or it was for another organization.',
    remedy: 'Name a revision at which it is there and valid with the variables of today; or plan without --since, which reads everything.',
  },
  'E-SYSTEM': {
    meaning: 'The operating system refused a file or port.',
    remedy: 'Check the path or port that the message names, and the rights to it.',
  },
  'E-TOKEN': {
    meaning: 'There is no token, or it holds characters that no token has.',
    remedy: 'Put it into DOCFORM_TOKEN, or name a file with --token-file (- is stdin).',
  },
  'E-TOKEN-FILE': { meaning: 'The file named with --token-file cannot be read.', remedy: 'Check its path and rights.' },
  'E-COMMENT-CUT': {
    meaning:
      'The plan has more severe changes than a comment can tell, even in little room. The comment says so first, and no pipeline applies the plan.',
    remedy: 'Split the change into smaller ones, or review the whole plan in the log and apply it by hand.',
  },
  'E-UNEXPECTED': { meaning: 'A fault in docform itself.', remedy: 'Run it again with --debug and report what it prints.' },
  'E-UNREADABLE': {
    meaning:
      'A listing could not be read whole, so nothing is known of the declared resources in it: they are neither created nor deleted.',
    remedy:
      'The plan says under "Unknown" which listing and why (rights, a failure, a page that is missing). Put that right and run it again.',
  },
  'E-UNSEEN': {
    meaning:
      'The token is known, but its user may read nothing in the organization beyond the organization itself: a plan would tell of nothing else.',
    remedy: 'Give the user of the token a role. `read` sees what has no secrets and is not closed; only `admin` sees everything.',
  },
  'E-VENDOR-FILE': {
    meaning: 'The site-structure file named with `import --from` cannot be read, or is no text.',
    remedy: 'Check its path and rights. The vendor calls it gitbook-docs.yaml or docs.yaml; it stands where the sync of the site begins.',
  },
  'E-VENDOR-ITEM': {
    meaning:
      "An item of the vendor's site structure is not what can stand there. A site holds section-groups and sections, or only spaces; a section-group holds sections, a section holds spaces.",
    remedy: 'Correct the `type` of the item, or where it stands.',
  },
  'E-VENDOR-SHAPE': {
    meaning: "A value in the vendor's site-structure file is missing, or is not of the type that its format has there.",
    remedy: 'Write it as the message says. In YAML 1.2, 4.10 without quotes is a number.',
  },
  'E-VENDOR-TWICE': {
    meaning: "The vendor's site-structure file says something twice that can be there once only: a key, a path, a default.",
    remedy: 'Change one of the two places that are named.',
  },
  'E-UNDO-CHANGED': {
    meaning: 'Files of the configuration are not as they were when that was applied, so that its undo does not fit them.',
    remedy: 'No file was written. `git apply -3 FILE` merges it into what the files are now; or change them by hand, as the file shows it.',
  },
  'E-UNDO-FILE': {
    meaning: 'The file is no undo that an apply of this configuration and environment kept, or there is none.',
    remedy: 'Name the right one. Each apply that does something keeps one beside the ledger, unless it is told --no-undo.',
  },
  'E-UNSETTLED': {
    meaning: 'An apply ended before it learned what became of a request, and this command would lose the note of that.',
    remedy: 'Run docform apply: it finds out by reading. Then run the command again.',
  },
  'E-USAGE': {
    meaning: 'The command line or an environment variable is wrong; nothing was contacted.',
    remedy: 'The message names the flag or variable. See docform help COMMAND, and docform help environment.',
  },
};
