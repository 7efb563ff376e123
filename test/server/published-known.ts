/** Known differences between this platform and the description of a published client, with reasons. */

export const missingThere: readonly string[] = [
  // The published API is newer than the contract, and has no custom fields.
  'getCustomFieldValues',
  'updateCustomFieldValues',
  'listCustomFields',
  'createCustomField',
  'getCustomField',
  'deleteCustomField',
  'updateCustomField',
];

export const ignoredParameters: readonly string[] = ['listSites type', 'getChangeRequestPage evaluated'];

export interface KnownDifference {
  /** The statement of the contract, or the reason for the choice where the contract is silent. */
  readonly reason: string;
  readonly operations: readonly string[];
  /** Each must occur in each of these operations. */
  readonly differences: readonly RegExp[];
}

const translations = ['createTranslation', 'getTranslation', 'listTranslations', 'updateTranslation'];
const links = ['listSpaceLinks', 'listChangeRequestPageLinks', 'listChangeRequestFileBacklinks'];

/** Members that the description requires, or has with another type. */
export const knownInReplies: readonly KnownDifference[] = [
  {
    reason: 'The contract names four members of `billing`, and no prices.',
    operations: ['listOrganizations'],
    differences: [/billing\/pricing is missing/],
  },
  {
    reason: 'The contract lists the members of a page and of its layout; these came later, or are called deprecated.',
    operations: [...links, 'getChangeRequestContent', 'getChangeRequestPage', 'listChangeRequestPages'],
    differences: [/\/kind is missing$/, /\/layout\/metadata is missing$/, /\/layout\/width is missing$/],
  },
  {
    reason:
      'The contract names `versionContext` and not what is in it; a whole revision would be repeated in every reference.',
    operations: ['listSpaceLinks'],
    differences: [/\/versionContext\/revision\/\w+ is missing$/],
  },
  {
    reason: 'The same for change requests, of which the contract shows no object.',
    operations: ['listChangeRequestPageLinks', 'listChangeRequestFileBacklinks'],
    differences: [/\/versionContext\/changeRequest\/\w+ is missing$/],
  },
  {
    reason: 'The contract says that these members are not shown.',
    operations: ['getPublishedSite'],
    differences: [/^\/customizations is missing$/, /^\/scripts is missing$/],
  },
  {
    reason:
      'The contract needs nothing but a label to make a provider, and so does the client; without an address there is none to answer.',
    operations: ['createSamlProvider'],
    differences: [/^\/certificate is missing$/, /^\/entityID is missing$/, /^\/ssoURL is missing$/],
  },
  {
    reason: 'The contract calls it `createdByService`.',
    operations: ['getChangeRequestContent'],
    differences: [/^\/git\/createdByGitBook is missing$/],
  },
  {
    reason:
      'In the contract they are settings with a title and languages; there they became translations of one space.',
    operations: translations,
    differences: [/\/object must be/, /\/(instructions|language|source|stats|status) is missing$/],
  },
];

/** Bodies that the client can send and the contract refuses. */
export const knownInBodies: readonly KnownDifference[] = [
  {
    reason: 'A space always has an emoji in the contract.',
    operations: ['updateSpace'],
    differences: [/^data\/emoji must be string$/],
  },
  {
    reason: 'In the contract the title of a new section has at most 64 characters, and is text.',
    operations: ['createSection'],
    differences: [/^data\/title must NOT have more than 64 characters$/, /^data\/title must be string$/],
  },
  {
    reason: 'A link invite of the contract has a role, and is of an organization.',
    operations: ['updateLinkInvite'],
    differences: [/^data\/role must be string$/, /^data must have required property 'role'$/],
  },
  {
    reason: 'See the replies: other objects in the contract.',
    operations: ['createTranslation', 'updateTranslation'],
    differences: [/^data must have required property 'title'$/],
  },
  {
    reason: 'Claims are booleans in the contract; texts are taken, too.',
    operations: ['replaceAdaptiveSchema'],
    differences: [/has type (number|array|object); allowed: boolean, string$/],
  },
  {
    reason: 'Silent; a visitor has several claims, of which none is the first, and no place that is known here.',
    operations: ['aggregateSiteEvents'],
    differences: [/^body\.where\.0\.operator: claims cannot be compared/, /^body\.where\.0\.values\.0: must be text/],
  },
  {
    reason: 'Silent; what has no answer is refused, so that a mistake in a question is seen.',
    operations: ['aggregateSiteEvents'],
    differences: [
      /^body\.groupBy: \w+Count is a count/,
      /^body\.order\.by: [\w ]+ is not in groupBy$/,
      /^body\.where\.0\.values: (greater|less)Than(OrEqual)? needs exactly one value$/,
    ],
  },
];

/** Unknown differences, and known differences that do not occur. */
export function unexpected(
  known: readonly KnownDifference[],
  found: readonly (readonly [operation: string, difference: string])[],
): { readonly unknown: readonly string[]; readonly gone: readonly string[] } {
  const all = known.flatMap(({ operations, differences }) =>
    operations.flatMap((operation) => differences.map((pattern) => ({ operation, pattern }))),
  );
  const fits = (one: (typeof all)[number], [operation, difference]: readonly [string, string]) =>
    one.operation === operation && one.pattern.test(difference);
  return {
    unknown: [...new Set(found.filter((each) => !all.some((one) => fits(one, each))).map((each) => each.join(': ')))],
    gone: all
      .filter((one) => !found.some((each) => fits(one, each)))
      .map(({ operation, pattern }) => `${operation}: ${pattern}`),
  };
}
