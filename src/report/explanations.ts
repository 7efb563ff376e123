/** Explanations of the codes that a plan prints, for `docform explain`. The codes of failed commands are in `failure-explanations.ts`. */

export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** Codes of blocks (`B-…`), as plans print them. */
export const blockExplanations: { readonly [code: string]: Explanation } = {
  'B-AMBIGUOUS': {
    meaning:
      'Several objects on the platform match this resource, or the new address of a `moved` entry belongs to another object in the ledger. docform cannot choose.',
    remedy:
      'Pin the right object with `id:`. Or rename the other objects, or give this resource a key that no other resource has ever had.',
  },
  'B-CANNOT-CREATE': {
    meaning: "The object is not on the platform, and the platform's API cannot create it on its own.",
    remedy:
      'Create the object on the platform and pin its `id:`. You can also copy a space (`copyOf:`), or declare it in a site that the same plan creates.',
  },
  'B-CONDITION-CLAIM': {
    meaning:
      'A condition uses a claim that the site does not have on the platform, so the condition would never be true.',
    remedy: "Declare the claim in the site's `visitor` block, or correct its name.",
  },
  'B-CONFLICT': {
    meaning:
      'The field was changed on the platform and in the configuration since the last apply. One of the two values would be lost.',
    remedy:
      "Accept the platform's value with `docform drift --write ADDRESS`, or overwrite that value with the flag that the plan prints.",
  },
  'B-CONTAINS-UNMANAGED': {
    meaning:
      'The delete would also delete unmanaged objects in the container. The platform deletes a collection only if it is empty.',
    remedy:
      'Move or delete the unmanaged objects on the platform, declare them, or pass the flag that the plan prints. No flag overrides this for a collection.',
  },
  'B-CUSTOM-VALUE': {
    meaning:
      'The value does not match its custom field on the platform, so the platform would refuse it. This configuration does not manage the field.',
    remedy: 'Correct the value, or change the field in the place that manages it.',
  },
  'B-DEFAULT': {
    meaning: 'The object is the default of its container. After a delete, the platform would choose another default.',
    remedy: 'Declare the new default in the configuration.',
  },
  'B-DELETE-SHARE': {
    meaning:
      'The plan deletes more than 25 % of the objects of one kind. The limit applies to kinds with 8 or more objects. This is often a mistake.',
    remedy:
      'Check the configuration and its includes. To delete the objects, pass the exact number with `--allow-deletes`.',
  },
  'B-PERMANENT': {
    meaning:
      "The platform's API cannot create the object again. A removed member has to be invited again, and a deleted invite link stops working.",
    remedy: 'To keep the object, declare it again. To delete it, pass the flag that the plan prints.',
  },
  'B-TITLE-MATCH': {
    meaning:
      'docform matched an object only by its title, or by another name that is not unique. The change would show the object to more people, or put the space or a copy of the space on another site. Another object may have the same name.',
    remedy: 'Pin the right object with `id:`, or pass the flag that the plan prints.',
  },
  'B-IN-USE': {
    meaning:
      'The plan deletes a space that a site still shows after this plan. The site may belong to another configuration.',
    remedy:
      'Remove the space from the sites that the plan names, and apply. To keep the space without managing it, run `docform forget ADDRESS`. No flag overrides this.',
  },
  'B-VALUE-IN-USE': {
    meaning:
      'The change sets a value that must be unique, such as a path. Another object already has the value, and this plan does not change that object.',
    remedy: 'Change the value of one of the two objects.',
  },
  'B-LAST-ADMIN': {
    meaning: 'No admin would be left in the organization.',
    remedy: 'Declare another admin and apply. Then remove the admin role of the first person.',
  },
  'B-LAST-OWNER': {
    meaning: 'The team would have no owner. Only admins of the organization could manage its members.',
    remedy: 'Declare another owner of the team, or pass the flag that the plan prints.',
  },
  'B-LAST-ITEM': {
    meaning: 'The object is the last of its kind in its container, and the platform keeps the last one.',
    remedy: 'Delete the container too, or declare another object of this kind in the container.',
  },
  'B-POSSIBLE-RENAME': {
    meaning:
      'A removed resource and a new resource look the same. The resource was probably renamed, and a delete would lose the object.',
    remedy:
      'Paste the `moved` line that the plan prints. If the two are different objects, change the equal values, or apply in two steps.',
  },
  'B-MAX-DELETES': {
    meaning: 'The plan deletes more objects than `policy.maxDeletes` allows.',
    remedy:
      'Check the configuration and its includes. To delete the objects, pass the exact number with `--allow-deletes`.',
  },
  'B-NEEDS-CHILD': {
    meaning: 'The platform cannot create this object empty, and the configuration declares no content for it.',
    remedy: 'Declare an object in this resource.',
  },
  'B-NO-FINGERPRINT': {
    meaning:
      'The ledger names this object, but has no fingerprint that matches the object. The line may have been edited, or the object renamed since.',
    remedy:
      'Check the history of the ledger line. Declare the resource again and apply to record its fingerprints, or allow the delete with the flag that the plan prints.',
  },
  'B-IRREVERSIBLE': {
    meaning: "The platform's API can turn this setting on, but not off.",
    remedy: 'Turn the setting off on the platform, or remove the field.',
  },
  'B-PIN-MISSING': {
    meaning: 'No object has the id that `id:` pins.',
    remedy: 'Correct the id. Or remove `id:` to match the object by its name.',
  },
  'B-POLICY': {
    meaning:
      'The plan violates a policy rule with the severity `error`. `policy: rules` or `--policy` names the rule files.',
    remedy:
      'Change the configuration to satisfy the rule. Only the owners of the rule can add an exception, in the rule file.',
  },
  'B-PROTECTED': {
    meaning:
      'The object is protected, because its loss cannot be undone. If you remove the resource from the configuration, its protection remains in the ledger.',
    remedy:
      'To stop managing the object, run `docform forget ADDRESS`. To delete the object, set `protect: false`, apply, remove the block, and apply again. No flag overrides this.',
  },
  'B-REHEARSAL': {
    meaning:
      'The rehearsal applied the plan to a local copy of the organization. A change was refused, or the next plan would repeat it. Nothing was sent to the real platform.',
    remedy:
      'Read the result of each change and correct the configuration. To apply without a rehearsal, omit `--rehearse`.',
  },
  'B-REPLACE': {
    meaning:
      'The change requires docform to delete and recreate the object. The plan lists the data that would be lost.',
    remedy: 'Set `replace: true` on the resource, or revert the change.',
  },
  'B-DUPLICATE-OBJECT': {
    meaning:
      'Two declared resources are the same object: a pin names the object of another resource, or two ledger lines have the same id.',
    remedy: 'Correct the pin, or remove the wrong line from the ledger. docform then matches the resource by its name.',
  },
  'B-SECTIONED': {
    meaning: 'A flat site cannot have sections, but this plan keeps some sections.',
    remedy: 'Declare the space in a section, or let the plan delete the remaining sections.',
  },
  'B-OWN-ACCESS': {
    meaning: 'The plan removes rights of the user whose token docform uses.',
    remedy:
      'Let another admin apply the plan, or pass the flag that the plan prints. No flag lets users remove themselves.',
  },
  'B-OWN-ACCESS-UNKNOWN': {
    meaning: "The plan demotes or removes an admin, and the platform's API does not report whose token docform uses.",
    remedy: "Set `policy.self` to the e-mail address of the token's user.",
  },
  'B-SSO-LOCK-OUT': {
    meaning: 'Single sign-on would be enforced without an active provider, so users could not sign in any more.',
    remedy: 'Apply the provider first, and check that the provider is active.',
  },
  'B-UNKNOWN': {
    meaning: 'The change depends on data that docform could not read from the platform.',
    remedy: 'Read the reason under "Unknown" in the plan. Plan again when docform can read the data.',
  },
  'B-UNCERTAIN-COPY': {
    meaning:
      'An interrupted run copied a space without getting a response, and docform cannot identify exactly one copy. Copying again could create a duplicate.',
    remedy:
      'Look for the copy on the platform. If the copy exists, pin its `id:`. If not, allow a new copy with the flag that the plan prints.',
  },
  'W-POLICY': {
    meaning: 'The plan violates a policy rule with the severity `warning`. Nothing is blocked.',
    remedy: 'Ask the owners of the rule to review the plan.',
  },
};
