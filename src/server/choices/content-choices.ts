/** Choices about spaces, their content, comments and specifications. */
import type { Choice } from './choice.ts';

export const contentChoices: readonly Choice[] = [
  {
    subject: 'Deleted spaces',
    choice:
      'GET shows them with `deletedAt` for 7 days; everything else but restoring answers 404, and lists leave them out. Restoring an active one is refused with 409. After 7 days the next write, of whatever kind, removes it for good with its comments, change requests, revisions and values.',
    reason: 'The contract names the field, the 7 days and the way back, but not what reads answer nor when it is removed.',
  },
  {
    subject: 'Deleting a space that is on a site',
    choice: 'Its site-spaces go with it; 412 if one of them is the last of a section. Restoring does not bring them back.',
    reason: 'A site-space without a space, or a section without site-spaces, cannot be shown.',
  },
  {
    subject: 'Custom-field values',
    choice:
      'Checked against the type and options of the field (400); options taken away later leave set values as they are; no value can be unset.',
    reason: 'The contract gives the types of values, but not which fits which field.',
  },
  {
    subject: 'OpenAPI specifications',
    choice:
      'PUT always makes a new version and answers 200, also when it creates. The version is there at once; `processingState` is `pending` for a second, `progress` for two more, then `complete`. Until then the time and error of the processing before are told. Text that is neither JSON nor YAML of an OpenAPI 3 or Swagger 2.0 document is a PARSE_ERROR, an address that is not of the web a FETCH_ERROR; an address is never fetched, and such a version has no files.',
    reason: 'The contract names states and errors, but no transitions; the platform works without a network.',
  },
  {
    subject: 'Sources of specifications with both variants',
    choice: '`text` wins over `url`; other members are not kept.',
    reason: 'The contract shows them as alternatives.',
  },
  {
    subject: 'Deep specifications',
    choice: 'A JSON text nested more than 1000 levels is handed out as text in `filesystem`.',
    reason: 'It could not be written as JSON again.',
  },
  {
    subject: 'Bodies of comments',
    choice:
      'Shown as `markdown` unless `format=document`, whichever of the two was written; `markdown` wins where both are given, an empty body is empty text, and documents are at most 100 levels deep. What was written is kept as it is; for the other format headings, paragraphs, lists, quotes, code, rules, emphasis, links and images are converted, titles of links are lost, and of other markup and other nodes the text remains. Other formats, orders and statuses are refused with 400.',
    reason: 'The contract lists the variants, but neither the default, nor the nodes of a document, nor what follows from an unknown word.',
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
      'One page named after the address is put at the end, in a new revision; nothing is fetched. Refused with 412 when the change request is merged or archived, or its space is locked.',
    reason: 'The platform works without a network; `locked` blocks all edits.',
  },
  {
    subject: 'Links',
    choice:
      'Inline markdown links and images of pages, one item per target; `relation` is `dependsOn` for images, else `reference`. A target is named by relative path, `/pages/{id}`, `/files/{id}`, `/spaces/{id}`, `/collections/{id}`, `/users/{id}`, `/openapi/{slug}`, `/reusable-contents/{id}`, or address; addresses at app.example.com are `in-app`, and have the kind of what they open. `stats` counts all links whatever the filter; `broken.changeRequest` those that the space itself does not have.',
    reason:
      'The contract says what the statuses mean, but not how a link names its target, what a relation is called, or what the counts cover; relations are those of the published relative.',
  },
  {
    subject: 'Members of references',
    choice:
      'Whole objects named after their kind: `page`, `file`, `space`, `user`, `collection`, `reusableContent`, `openAPISpec`, beside `organization` and `space`. `versionContext` has a `type` and, by id, the revision or change request. What is not there, or what the caller may not see, has no `targetReference`.',
    reason:
      'The contract shows the members for kind `file` only; so does the published relative, which holds whole revisions, too: those would be repeated in every reference.',
  },
  {
    subject: 'Locked spaces',
    choice:
      'Importing into a change request of the space is refused with 412. Title, emoji, level, place and values of custom fields are told about the space and are no content: they still change, as does `editMode` itself; comments are no edits.',
    reason:
      'The contract says that `locked` blocks all edits, of a space that it says can be edited directly otherwise; without a way back a space would stay locked.',
  },
  {
    subject: 'Hashes of content',
    choice:
      '`git.oid` of pages, files and revisions, and `documentId`, are digests of id and text: the same text has the same one, another text another one. They name nothing that git could fetch.',
    reason: 'The contract shows the fields; no repository stands behind them.',
  },
  {
    subject: 'Files',
    choice: '`downloadURL` is an address at files.example.com, where nothing can be downloaded; `git.path` lies in the folder `.assets`.',
    reason: 'The contract has no way to send a file, so the platform keeps no bytes.',
  },
  {
    subject: 'Layout of pages',
    choice: 'The same for all pages: everything is shown; no page has a cover, `coverSize` is `hero`.',
    reason: 'No operation of the contract changes it.',
  },
  {
    subject: 'Reusable contents',
    choice: 'They come with a seed, and are kept by imports and duplicates; `document` is the id of a document.',
    reason: 'No operation of the contract makes one, nor reads a document; in the published relative it is an id.',
  },
];
