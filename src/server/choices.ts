/** Where the contract is silent: the reading this platform takes, and why. */

export interface Choice {
  readonly subject: string;
  readonly choice: string;
  readonly reason: string;
}

export const choices: readonly Choice[] = [
  {
    subject: 'Refusals',
    choice:
      'Every refusal is `{"error":{"code","message"}}`: 400 the request is wrong, 401 no or unknown token, 404 unknown, 405 no such method there, 409 taken or nothing to change, 412 not in this state, 413 too large, 501 not part of this platform yet.',
    reason: 'The contract names no error statuses; these are the ones of the published relative.',
  },
  {
    subject: 'Rights',
    choice:
      'The token reaches every organization of the state with all rights, whatever role its user has. Its user is the first admin of the first organization.',
    reason: 'The contract describes no scopes of tokens; who calls matters only for "nobody removes themselves".',
  },
  {
    subject: 'Unknown members of bodies, unknown query parameters',
    choice: 'Ignored; refused with 400 when the platform runs strict.',
    reason: 'The relative ignores them; refusing finds mistakes in tests.',
  },
  {
    subject: 'Pages',
    choice:
      '10 items when `limit` is left out, 0 to 1000 otherwise; `limit=0` counts only. `count` is always there, `next` is left out on the last page, and an unknown cursor is refused with 400.',
    reason: 'The contract gives neither the default size nor the shape of the last page.',
  },
  {
    subject: 'References in bodies',
    choice:
      'An unknown id, or one of another organization or site, is refused with 404; one that exists but does not belong there with 400.',
    reason: 'Silent; 404 tells what is missing.',
  },
  {
    subject: 'Positions',
    choice:
      'Exactly one of `before` and `after`, naming another member of the same container, else 400. A section names sections only; a group names groups and sections at the root.',
    reason: 'The contract leaves open whether both may be given; the reference shapes decide the rest.',
  },
  {
    subject: 'New objects',
    choice:
      'They stand at the end of their container. A space made by duplicating stands at the end of the collection of its original, titled like it with " (copy)".',
    reason: 'Silent.',
  },
  {
    subject: 'Collections that hold something',
    choice: 'Deleting one is refused with 412 while it holds spaces or collections; spaces in the trash do not count.',
    reason: 'The contract does not say what becomes of the content; refusing loses none.',
  },
  {
    subject: 'A collection under itself',
    choice: 'Refused with 412.',
    reason: 'Silent; a cycle could not be listed.',
  },
  {
    subject: 'Deleted spaces',
    choice:
      'GET shows them with `deletedAt` for 7 days; everything else but restoring answers 404, and lists leave them out. Restoring an active one is refused with 409.',
    reason: 'The contract names the field, the 7 days and the way back, but not what reads answer.',
  },
  {
    subject: 'Deleting a space that is on a site',
    choice: 'Its site-spaces go with it; 412 if one of them is the last of a section. Restoring does not bring them back.',
    reason: 'A site-space without a space, or a section without site-spaces, cannot be shown.',
  },
  {
    subject: 'Transfers',
    choice:
      'To the top level of the other organization, with everything a collection holds; custom-field values stay behind; refused with 412 while a space is on a site, and with 409 into the same organization.',
    reason: 'Custom fields and sites belong to an organization.',
  },
  {
    subject: 'Visibility of spaces',
    choice: '`in-collection` inside a collection, else `private`.',
    reason: 'No operation of the contract changes it.',
  },
  {
    subject: 'What a member reaches',
    choice:
      "An admin every space; anybody else every space whose level is not null, at that level; `inherit` asks the collection above and at the top the member's own role; a guest none.",
    reason: 'The contract lists the permission but not how it comes about.',
  },
  {
    subject: 'Rosters',
    choice:
      'Who is added is a `member` unless `memberships` says otherwise; who is named in `memberships` alone is added; somebody outside the organization is refused with 404, and then nothing changes.',
    reason: 'Silent; the whole call stands or falls.',
  },
  {
    subject: 'Teams that a member can manage (`owner`)',
    choice: 'The teams the member is an owner of, also for admins.',
    reason: 'Silent; every team would make the filter useless for admins.',
  },
  {
    subject: 'SAML providers',
    choice:
      '`active` once entityID, ssoURL and certificate are there, else `pending`; only active ones are listed for logging in. Labels may repeat. Deleting a team clears `defaultTeam`.',
    reason: 'Silent.',
  },
  {
    subject: 'Custom-field values',
    choice:
      'Checked against the type and options of the field (400); options taken away later leave set values as they are; no value can be unset.',
    reason: 'The contract gives the types of values, but not which fits which field.',
  },
  {
    subject: 'Basenames',
    choice: 'A site has none until it is given one; unique in its organization, else 409.',
    reason: 'A derived one could take a name that a later site asks for.',
  },
  {
    subject: 'Published',
    choice:
      'New sites are not published, seeded ones are. The published structure can be read either way; that of a flat site has type `siteSpaces`.',
    reason: 'No operation of the contract changes it.',
  },
  {
    subject: 'Paths',
    choice:
      'Derived from the title, with -2, -3 where taken. Section paths are unique on the site, groups included; site-space paths within their section or flat site. Setting a taken one is refused with 409.',
    reason: 'The contract gives bounds only.',
  },
  {
    subject: 'The same space twice in a section or flat site',
    choice: 'Refused with 409; in two sections it is fine.',
    reason: 'Within one section the two could not be told apart.',
  },
  {
    subject: 'First section of a flat site',
    choice: 'The site-spaces at the root are wrapped, ids kept, in a default section titled after the site; the new section follows it.',
    reason: 'A site is flat or sectioned, never both.',
  },
  {
    subject: 'Last site-space of a section',
    choice: 'Deleting it is refused with 412.',
    reason: 'A section is born with one and cannot be shown without.',
  },
  {
    subject: 'Defaults',
    choice:
      "The first section, and the first site-space of each section or flat site, are default until another is set; deleting the default makes the next one default, after the last the first. `default` is shown per section; the list filter `default=true` gives the one site-space of the site's root.",
    reason: 'The contract names defaults but not how they arise.',
  },
  {
    subject: 'Default site-space of a sectioned site',
    choice: 'PATCH site with one that stands in another section than the default one is refused with 412.',
    reason: 'The contract says it is the default of the default section.',
  },
  {
    subject: 'Groups',
    choice:
      'Adding a section puts it at the end of the group, and is refused with 409 while it is in a group; removing puts it at the end of the root. Deleting a group puts its sections in its place at the root.',
    reason: 'Silent.',
  },
  {
    subject: 'GET sections',
    choice: 'Depth first in navigation order, a group standing at its place among the sections of the root.',
    reason: 'Silent; it is the order readers see.',
  },
  {
    subject: 'Share links',
    choice: 'Active from the start; names may repeat; the secret stands at the end of `urls.published`.',
    reason: 'Silent.',
  },
  {
    subject: 'OpenAPI specifications',
    choice:
      'PUT always makes a new version and answers 200, also when it creates. What an address leads to is never fetched: processing is complete at once, and such a version has no files.',
    reason: 'The platform works without a network.',
  },
  {
    subject: 'Second deletion',
    choice: '404.',
    reason: 'The contract does not say; the object is unknown by then.',
  },
  {
    subject: 'Null',
    choice: 'Where the contract says "or null", null removes the field and answers leave it out; a role of null is a value and is shown.',
    reason: 'Roles are listed as nullable, the others as optional.',
  },
  {
    subject: 'Bodies of comments',
    choice:
      'Shown as `markdown` unless `format=document`, whichever of the two was written; `markdown` wins where both are given, an empty body is empty text, and documents are at most 100 levels deep. Other formats, orders and statuses are refused with 400.',
    reason: 'The contract lists the variants, but neither the default nor what follows from an unknown word.',
  },
  {
    subject: 'Comments',
    choice:
      'Resolving twice keeps the first time and user; reopening clears both. Only another body sets `editedAt`. A reaction that is both added and removed ends removed. Deleting a comment deletes its replies. A page is `outdated` once it was written to after the comment, or is gone.',
    reason: 'Silent.',
  },
  {
    subject: 'Pages of change requests',
    choice:
      '`markdown` stands in the read of one page only, and is left out with `format=document`: `documentId` names the document. `metadata=false` leaves out every `git`; `computed=false` leaves out text and `documentId` of computed pages.',
    reason: 'The contract has no field for the nodes of a page, and does not say what the flags leave out.',
  },
  {
    subject: 'Imports',
    choice:
      'One page named after the address is put at the end, in a new revision; nothing is fetched. Refused with 412 when the change request is merged or archived.',
    reason: 'The platform works without a network.',
  },
  {
    subject: 'Links',
    choice:
      'Inline markdown links and images of pages, one item per target: by relative path, `/pages/{id}`, `/files/{id}`, or address; addresses at app.example.com are `in-app`. `stats` counts all links whatever the filter; `broken.changeRequest` those that the space itself does not have.',
    reason: 'The contract says what the statuses mean, but not how a link names its target or what the counts cover.',
  },
];
