/** What each code of a block means, and what to do: the text of `docform explain`; those of failed commands stand in a file of their own. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of blocks (`B-…`), as plans print them. */
export const blockExplanations: { readonly [code: string]: Explanation } = {
  'B-AMBIGUOUS': {
    meaning:
      'Several objects on the platform have the natural key of this resource, or `moved` leads to a key that the ledger has for another one: docform cannot tell which one it is.',
    remedy: 'Pin the right one with `id:`; or give the others another name, or this one a key that no other one had.',
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
    remedy:
      'Take the value of the platform into the configuration (`docform drift --write ADDRESS`), or overwrite it with the flag that the plan names.',
  },
  'B-CONTAINS-UNMANAGED': {
    meaning: 'Deleting it would also delete objects in it that the configuration never mentioned.',
    remedy:
      'Move or delete those on the platform, declare them, or allow it with the flag that the plan names. The platform deletes a collection only when it is empty, so that nothing can allow that.',
  },
  'B-CUSTOM-VALUE': {
    meaning:
      'The value is not what its custom field takes on the platform, where the field is managed elsewhere: the platform would refuse it.',
    remedy: 'Correct the value; or have the field changed where it is managed.',
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
  'B-FOR-GOOD': {
    meaning:
      'It would go, and nothing in the interface of the platform can bring it back: a member has to be invited again, an invite link works no more.',
    remedy: 'Declare it again if it is to stay, or name it with the flag that the plan tells.',
  },
  'B-FOUND-BY-NAME': {
    meaning:
      'Something that docform knows by its title alone (or by another name that is not its own) would be opened to more people, or a space would be put on a site where it is not now, or copied to it, and one of the two is known by its title alone. Another one may be called the same.',
    remedy: 'Pin the right one with `id:`, or allow it by name with the flag that the plan prints.',
  },
  'B-IN-USE': {
    meaning:
      'The plan deletes a space that a site shows, and this plan does not change that. The site may belong to another configuration.',
    remedy:
      'Remove the space from the sites that the plan names and apply that first. To keep the space without managing it, run `docform forget ADDRESS`. No flag overrides this.',
  },
  'B-LAST-ADMIN': {
    meaning: 'No admin would be left in the organization.',
    remedy: 'Declare another admin, apply, and then take the role away.',
  },
  'B-LAST-OWNER': {
    meaning: 'The team would be left without an owner, so that only admins of the organization could manage who is in it.',
    remedy: 'Declare another owner of the team, or allow it with the flag that the plan names.',
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
  'B-POLICY': {
    meaning:
      'A rule over plans is broken, and it is an error. The rules are files that the configuration (`policy: rules`) or --policy names.',
    remedy: 'Change the configuration so that the plan keeps the rule; only who keeps the rules can allow an exception, in them.',
  },
  'W-POLICY': {
    meaning: 'A rule over plans is broken, and it only warns: nothing is blocked.',
    remedy: 'Have somebody look at it whom the rule is for.',
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
    remedy:
      'To stop managing it without deleting it, run `docform forget ADDRESS`. To delete it, declare it with `protect: false`, apply, then remove the block and apply again. No flag overrides this.',
  },
  'B-REHEARSAL': {
    meaning:
      'The plan was applied to a copy of the organization, in a reference platform in this process, and something of it was refused there, or would be planned again right after. Nothing was sent to the real platform.',
    remedy:
      'Read what the rehearsal says of each change and correct the configuration; without --rehearse the plan is applied all the same.',
  },
  'B-NOT-RECOGNIZED': {
    meaning:
      'The ledger says which object it is, but holds no mark of anything that docform has applied there, or none that fits: the line may be written by hand, or somebody has renamed the object since.',
    remedy:
      'See in the history of the ledger where its line comes from. Declare the object once more and apply, so that the line has its marks, or allow the delete with the flag that the plan names.',
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
    remedy:
      'Let another admin apply it, or allow it with the flag that the plan names. Nobody can remove themselves, so that nothing can allow that.',
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
      'A run was interrupted, or lost the answer, while the platform was making a copy of a space, and there is not exactly one new space that looks like it; making another one may leave two.',
    remedy: 'Look for the copy on the platform. If it is there, pin its `id:`; if not, allow making it with the flag that the plan names.',
  },
  'B-UNKNOWN': {
    meaning: 'What this change depends on could not be read from the platform.',
    remedy: 'See under "Unknown" in the plan why, and plan again once it can be read.',
  },
};
