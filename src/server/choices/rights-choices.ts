/** Choices about who may do what, and what they see. */
import type { Choice } from './choice.ts';

export const rightsChoices: readonly Choice[] = [
  {
    subject: 'Rights',
    choice:
      'A token is its user. Who is not a member of an organization finds nothing of it (404); a member who sees a thing but may not do it gets 403. A wrong request is 400 before rights are looked at. Roles, from the most: admin, create, review, edit, comment, read; a guest sees the organization and himself.',
    reason: 'The contract lists the roles but no rights; 404 tells nothing of what is not to be seen.',
  },
  {
    subject: 'What a member reaches',
    choice:
      "An admin every space and collection; anybody else those whose level is not null, at that level; `inherit` asks the collection above and at the top the member's own role; a guest none. Lists and counts leave the rest out.",
    reason: 'The contract lists the permission but not how it comes about.',
  },
  {
    subject: 'Levels in spaces and collections',
    choice:
      '`read` reads content, `comment` reads and writes discussions, `edit` imports and sets custom-field values, `create` creates and duplicates inside, `admin` changes, deletes, moves, restores and transfers. Moving and transferring need `create` where it goes, a transfer `admin` of everything inside.',
    reason: 'The contract gives `comment` access to discussions and `read` to content only.',
  },
  {
    subject: 'Roles in the organization',
    choice:
      'Every role reads people, teams, sites, definitions, search and insights; `create` writes sites and specifications; `admin` settings, people, invites, SAML, custom fields, translations, teams, adaptive schemas, and deletes sites or changes their visibility. Share links, and insight columns that hold their keys, are for admins to read, too.',
    reason: 'Silent; a share link is a secret.',
  },
  {
    subject: 'Teams',
    choice:
      'An owner with a role manages roster and title; only admins make and delete teams. `spaces` is 0: no operation gives a team access to one.',
    reason: 'The contract says that owners manage team members.',
  },
  {
    subject: 'Comments of others',
    choice:
      'Changed and deleted by who wrote them or by admins of the space; resolved by them and by `edit`; reactions and replies by `comment`.',
    reason: 'The contract says "caller may edit" of resolving.',
  },
  {
    subject: '`permissions`',
    choice:
      'Each boolean says whether its operation would be done. `edit`, `merge` and `triggerGitSync` are false while a space is locked; what no operation stands behind goes with `admin`, `merge` and `review` with the level `review`.',
    reason: 'Silent.',
  },
  {
    subject: 'Spaces on a site that the caller may not see',
    choice: 'The site-space is shown with its title, without `space`; such a space cannot be added to a site (404).',
    reason: 'The contract does not require the field, though the published relative does; a title tells less than a space.',
  },
  {
    subject: 'Share keys',
    choice:
      'Looked at on share-link sites only: an active key puts itself into the published addresses of the site, and for GET space gives `urls.published`; an unknown or inactive one is 404. Without a role one reads the published structure of published sites that are public, unlisted, or opened by the key.',
    reason: 'The contract says that the key resolves published addresses.',
  },
  {
    subject: "Members' spaces",
    choice: 'Read by the member and by admins.',
    reason: 'The list may name spaces that others do not see.',
  },
];
