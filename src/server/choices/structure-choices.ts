/** Choices about the protocol, organizations, people, collections and sites. */
import type { Choice } from './choice.ts';

export const structureChoices: readonly Choice[] = [
  {
    subject: 'Refusals',
    choice:
      'Every refusal is `{"error":{"code","message"}}`: 400 the request is wrong, 401 no or unknown token, 403 the user lacks the right, 404 unknown or not to be seen, 405 no such method there, 409 taken or nothing to change, 412 not in this state, 413 too large.',
    reason: 'The contract names no error statuses; these are the ones of the published relative.',
  },
  {
    subject: 'The other methods of HTTP',
    choice: 'HEAD, OPTIONS and the rest are refused with 405 and an Allow header.',
    reason: 'The contract names five methods.',
  },
  {
    subject: 'Rate limits',
    choice:
      'None, unless a fault sets one: 429 with X-RateLimit-Limit, -Remaining and -Reset (seconds since 1970 by the clock of the platform), and Retry-After when the fault asks for it.',
    reason: 'The contract shows no limits; these are the headers of the published relative.',
  },
  {
    subject: 'Time',
    choice:
      'Times are those of the clock of the platform, which can be moved and frozen; objects made at one moment keep their order by position.',
    reason: 'Retention and expiry can be tested without waiting.',
  },
  {
    subject: 'Media types of requests',
    choice: 'Bodies are read as JSON whatever the content type says; a byte order mark before them is ignored.',
    reason: 'Silent; refusing would gain nothing.',
  },
  {
    subject: 'Unknown members of bodies, unknown query parameters',
    choice: 'Ignored; refused with 400 when the platform runs strict.',
    reason: 'The relative ignores them; refusing finds mistakes in tests.',
  },
  {
    subject: 'Depth of bodies',
    choice: 'JSON nested more than 1000 levels is refused with 400.',
    reason: 'What is deeper could be read, but not written again.',
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
      'Exactly one of `before` and `after`, naming another member of the same container, else 400. A section names sections only; a group names groups and sections at the root. Without a position nothing moves.',
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
    subject: 'Levels of new spaces and collections',
    choice: '`defaultLevel` is `inherit`, in answers as well: the level of the collection above, and at the top the role of whoever asks.',
    reason: 'The contract lists roles and null; the published relative gives new content this third value, and answers with it.',
  },
  {
    subject: 'Spaces that come back from the trash',
    choice: 'Deleting a space takes it off every site; restoring it brings back the space with all it held, and none of its site-spaces.',
    reason: 'The contract says that the space is returned; its addresses may have been given to others meanwhile.',
  },
  {
    subject: 'Emoji of a space',
    choice:
      'An emoji as a character, or its code points in hexadecimal, joined by hyphens, as new spaces have it; anything else is refused with 400.',
    reason: 'The contract says emoji and shows neither form.',
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
    subject: 'Rosters',
    choice:
      'Who is added is a `member` unless `memberships` says otherwise; who is named in `memberships` alone is added; somebody outside the organization is refused with 404, and then nothing changes.',
    reason: 'Silent; the whole call stands or falls.',
  },
  {
    subject: 'Teams that a member can manage (`owner`)',
    choice: 'The teams whose `permissions.admin` would be true for that member: those they own, and all of them for admins.',
    reason: 'The contract says that the member can manage them; an answer and a filter on it agree.',
  },
  {
    subject: 'SAML providers',
    choice:
      '`active` once entityID, ssoURL and certificate are there, else `pending`; only active ones are listed for logging in. Labels may repeat. `defaultTeam` is the whole team. Deleting a team clears `defaultTeam`.',
    reason: 'Silent.',
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
    subject: 'Titles of sections',
    choice:
      'One that is given has at least 2 characters, else 400. Without one it is the title of the space; where that is shorter, `section` follows it.',
    reason: 'The contract bounds the title of a section, and neither that of a new one nor that of a space.',
  },
  {
    subject: 'First section of a flat site',
    choice: 'The site-spaces at the root are wrapped, ids kept, in a default section titled after the site; the new section follows it.',
    reason: 'A site is flat or sectioned, never both.',
  },
  {
    subject: 'Last site-space of a section',
    choice:
      'Deleting it is refused with 412, and so is deleting the space that it shows. The tables know only success there, as for collections that hold something and for transfers.',
    reason: 'A section is born with one and cannot be shown without; refusing takes nothing from readers that nobody named.',
  },
  {
    subject: 'Defaults',
    choice:
      'The first section, and the first site-space of each section or flat site, are default until another is set; deleting the default makes the next one default, after the last the first. In the list of site-spaces, and wherever one is answered by itself, `default` says whether it is that of the site; among the `siteSpaces` that a section embeds it says whether it is that of the section.',
    reason: 'The contract calls the flag the default of the site, and lets each section have a default that no other field shows.',
  },
  {
    subject: 'Default site-space of a sectioned site',
    choice: 'PATCH site with one that stands in another section than the default one is refused with 412.',
    reason: 'The contract says it is the default of the default section.',
  },
  {
    subject: 'Sections of groups',
    choice: 'Groups show their sections whole, with their site-spaces.',
    reason: 'Silent; as in the published relative.',
  },
  {
    subject: 'Proxy of a site',
    choice: '`origin` is the host and path that were written, `target` the address at which the platform itself serves the site.',
    reason: 'Silent; as in the published relative.',
  },
  {
    subject: 'Features of a site',
    choice:
      '`sites-sections` while it has sections, `sites-adaptive-content` while that is enabled, with the plan of the site, never frozen.',
    reason: 'The contract gives one example; the published relative always has the list.',
  },
  {
    subject: 'Users who are no members any more',
    choice: 'What they wrote stays; they are shown with their id as `displayName`, and without an e-mail address.',
    reason: 'Nothing else is kept of them; the published relative always has a name.',
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
    subject: 'Claims of the adaptive schema',
    choice:
      'Each is boolean or string, with or without a description; `unsigned` needs `properties` and `additionalProperties: false`; members the contract does not name are dropped.',
    reason: 'Open enumerations would let any shape pass.',
  },
  {
    subject: 'Share links',
    choice: 'Active from the start; names may repeat; the secret stands at the end of `urls.published`.',
    reason: 'Silent.',
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
];
