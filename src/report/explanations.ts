/** What each code of a block or of a failed command means, and what to do: the text of `docform explain`. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of blocks (`B-…`), as plans print them. */
export const blockExplanations: { readonly [code: string]: Explanation } = {
  'B-AMBIGUOUS': {
    meaning: 'Several objects on the platform have the natural key of this resource, so docform cannot tell which one it is.',
    remedy: 'Pin the right one with `id:`, or give the others another name.',
  },
  'B-CANNOT-CREATE': {
    meaning: "The object is not on the platform, and the platform's interface has no operation that creates one by itself.",
    remedy:
      'Create it on the platform and pin its `id:`. A space can also be copied (`copyOf:`), or come with a site that the same plan creates.',
  },
  'B-CONDITION-CLAIM': {
    meaning: 'A condition uses a claim that the site does not have on the platform, so that it would never be true.',
    remedy: "Declare the claim in the site's `visitor`, or correct its name.",
  },
  'B-CONFLICT': {
    meaning:
      'The field was changed on the platform and in the configuration since docform last applied it, so that one of the two would be lost.',
    remedy: 'Take the value of the platform into the configuration, or overwrite it with the flag that the plan names.',
  },
  'B-CONTAINS-UNMANAGED': {
    meaning: 'Deleting it would also delete objects in it that the configuration never mentioned.',
    remedy: 'Move or delete those on the platform, declare them, or allow it with the flag that the plan names.',
  },
  'B-DEFAULT': {
    meaning: 'It is the default of what it stands in; deleting it would let the platform choose another one.',
    remedy: 'State the new default in the configuration.',
  },
  'B-DELETE-SHARE': {
    meaning: 'The plan deletes more than 25 % of a kind that has 8 or more objects, which is more often a mistake than not.',
    remedy: 'Check the configuration and its includes; if it is meant, name the very number with --allow-deletes.',
  },
  'B-KEY-HELD': {
    meaning: 'Another object that stays holds a value that must be unique, such as a path.',
    remedy: 'Change the value of one of the two.',
  },
  'B-LAST-ADMIN': {
    meaning: 'No admin would be left in the organization.',
    remedy: 'Declare another admin, apply, and then take the role away.',
  },
  'B-LAST-STAYS': {
    meaning: 'It is the last of its kind in what it stands in, and the platform keeps the last one.',
    remedy: 'Delete what it stands in as well, or declare another one there.',
  },
  'B-LOOK-ALIKE': {
    meaning: 'One address is dropped and a new one looks just like it: probably it was renamed, and deleting would lose the object.',
    remedy:
      'Paste the `moved` line that the plan prints. If it really is another object, change what makes them look alike, or apply in two steps.',
  },
  'B-MAX-DELETES': {
    meaning: 'The plan deletes more objects than `policy.maxDeletes` allows.',
    remedy: 'Check the configuration and its includes; if it is meant, name the very number with --allow-deletes.',
  },
  'B-NEEDS-CHILD': {
    meaning: 'The platform creates it only together with a first object in it, and none is declared.',
    remedy: 'Declare one in it.',
  },
  'B-ONE-WAY': {
    meaning: "The platform's interface can turn this on but never off.",
    remedy: 'Turn it off on the platform, or leave the field out.',
  },
  'B-PIN-MISSING': {
    meaning: 'No object has the id that is pinned with `id:`.',
    remedy: 'Correct the id, or remove it so that the natural key decides.',
  },
  'B-PROTECTED': {
    meaning: 'It is protected, because losing it cannot be undone; the ledger remembers that even when its block is gone.',
    remedy: 'Declare it with `protect: false`, apply, and delete it then; or allow it with the flag that the plan names.',
  },
  'B-REPLACE': {
    meaning: 'The change is only possible by deleting the object and creating it anew, which loses what the plan lists.',
    remedy: 'Set `replace: true` on it, or undo the change.',
  },
  'B-SAME-OBJECT': {
    meaning:
      'Two declared resources are one and the same object: a pin names what another one owns, or two lines of the ledger hold one id.',
    remedy: 'Correct the pin, or remove the wrong line from the ledger, so that it is found again by what names it.',
  },
  'B-SECTIONED': {
    meaning: 'A flat site cannot keep sections, and this plan leaves some.',
    remedy: 'Declare the space in a section, or let the plan delete the sections that stay.',
  },
  'B-SELF': {
    meaning: 'The plan takes away the rights of the very user whose token it would be applied with.',
    remedy: 'Let another admin apply it, or allow it with the flag that the plan names.',
  },
  'B-SELF-UNKNOWN': {
    meaning: 'The plan demotes or removes an admin, and no operation of the platform tells whose token this is.',
    remedy: "State the e-mail address of the token's user as `policy.self`.",
  },
  'B-SSO-LOCK-OUT': {
    meaning: 'Single sign-on would be enforced without an active provider: nobody could sign in any more.',
    remedy: 'Apply the provider first, and see that it is active.',
  },
  'B-UNSETTLED': {
    meaning:
      'A run was interrupted, or lost the answer, while the platform was making a copy of a space; making another one may leave two.',
    remedy: 'Look for the copy on the platform. If it is there, pin its `id:`; if not, allow making it with the flag that the plan names.',
  },
  'B-UNKNOWN': {
    meaning: 'What this change depends on could not be read from the platform.',
    remedy: 'See under "Unknown" in the plan why, and plan again once it can be read.',
  },
};

/** Codes of failed commands (`E-…`). */
export const failureExplanations: { readonly [code: string]: Explanation } = {
  'E-API': {
    meaning: 'The platform refused a request, or gave no answer that could be read.',
    remedy: 'The message names operation, path and status, and the help line what to do about that status. --debug shows every request.',
  },
  'E-API-URL': {
    meaning: 'The address of the platform is missing, or is not one a token may be sent to. It never comes from the configuration.',
    remedy: 'Give --api-url or DOCFORM_API_URL: https://HOST, http:// on loopback addresses only, or local[:FILE].',
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
  'E-INTERRUPTED': {
    meaning: 'Ctrl-C ended the command at its question.',
    remedy: 'Nothing was sent; run apply again when the plan is right.',
  },
  'E-LEASE-HELD': {
    meaning: 'Another apply works on the same organization. Two at once could make the same object twice.',
    remedy:
      'Wait for it, or let docform wait with --lease-wait. The lease of a run that died ends by itself, within a minute; a lock in a state service does not.',
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
  'E-STORE': {
    meaning: 'The store that DOCFORM_STORE names cannot be reached, or does not accept the request.',
    remedy: 'Check its address, user and network. Nothing is applied without it.',
  },
  'E-NO-HISTORY': {
    meaning: 'The store in use does not remember applies: files and state services keep the ledger and the run under way only.',
    remedy: 'Keep the state in PostgreSQL (DOCFORM_STORE=postgres://USER@HOST/DATABASE); with files, Git has the history of the ledger.',
  },
  'E-LEDGER-INVALID': {
    meaning: 'The ledger file cannot be read: it is damaged, holds merge conflict markers, or is of another version.',
    remedy: 'Restore it from Git, or delete it: it is rebuilt from natural keys.',
  },
  'E-LEDGER-TARGET': {
    meaning: 'The ledger belongs to another host or organization; its ids would name the wrong objects.',
    remedy: 'Use --env NAME, so that each target has a ledger of its own, or move the file away.',
  },
  'E-NO-CONFIGURATION': {
    meaning: 'There is no docform.yaml in this directory or above it, up to the root of the repository.',
    remedy: 'Name one with -c FILE, or go to its directory with -C DIRECTORY.',
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
  'E-SYSTEM': {
    meaning: 'The operating system refused a file or port.',
    remedy: 'Check the path or port that the message names, and the rights to it.',
  },
  'E-TOKEN': {
    meaning: 'There is no token, or it holds characters that no token has.',
    remedy: 'Put it into DOCFORM_TOKEN, or name a file with --token-file (- is stdin).',
  },
  'E-TOKEN-FILE': { meaning: 'The file named with --token-file cannot be read.', remedy: 'Check its path and rights.' },
  'E-UNEXPECTED': { meaning: 'A fault in docform itself.', remedy: 'Run it again with --debug and report what it prints.' },
  'E-UNREADABLE': {
    meaning:
      'A listing could not be read whole, so nothing is known of the declared resources in it: they are neither created nor deleted.',
    remedy:
      'The plan says under "Unknown" which listing and why (rights, a failure, a page that is missing). Put that right and run it again.',
  },
  'E-USAGE': { meaning: 'The command line is wrong; nothing was contacted.', remedy: 'See docform --help, or docform help COMMAND.' },
};
