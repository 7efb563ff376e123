/** Contract operations that GitBook no longer has, by name. */

export const removedOperations: ReadonlySet<string> = new Set([
  'listCustomFields',
  'createCustomField',
  'getCustomField',
  'deleteCustomField',
  'updateCustomField',
  'getCustomFieldValues',
  'updateCustomFieldValues',
  'addSectionToGroup',
  'removeSectionFromGroup',
  'listSpaceLinks',
  'listChangeRequestPageLinks',
  'listChangeRequestFileBacklinks',
  'transferSpace',
  'importChangeRequestContent',
]);
