/** The differences between the reference platform and GitBook's document, each with its reason. */
import { table } from '../docs/words.ts';
import { type ServedVersion, servedDialects } from './dialect-world.ts';

export interface PublishedDifference {
  readonly operations: readonly string[];
  /** As the table describes it. */
  readonly what: string;
  /** Messages of refusals, and problems of answers. Each must occur. */
  readonly found: RegExp;
  readonly reason: string;
  /** The documents that it concerns. Default: the current one. */
  readonly versions?: readonly ServedVersion[];
}

export function versionsOf({ versions = ['0.202'] }: Pick<PublishedDifference, 'versions'>): readonly ServedVersion[] {
  return versions;
}

const commentTexts = [
  ...['createSpaceComment', 'createChangeRequestComment', 'updateSpaceComment', 'updateChangeRequestComment'],
  ...['createSpaceCommentReply', 'createChangeRequestCommentReply', 'updateSpaceCommentReply'],
];

export const refusedBodies: readonly PublishedDifference[] = [
  {
    operations: commentTexts,
    what: '`meta` of a document',
    found: /body\.document: must NOT have additional properties: meta$/,
    reason: 'Comments are those of the contract, whose documents have no `meta`.',
  },
  {
    operations: ['createSpaceComment', 'createChangeRequestComment'],
    what: '`tableCell`',
    found: /must NOT have additional properties: tableCell$/,
    reason: 'Comments are those of the contract, which has no comments on cells.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['updateSection', 'updateSiteSpace', 'createExternalLink', 'updateExternalLink'],
    what: '`condition` without text',
    found: /^400 body\.condition: must NOT have fewer than 1 characters$/,
    reason: 'The document does not define its meaning. `null` removes a condition.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['aggregateSiteEvents'],
    what: 'columns that were added after June 2025, and `precision` of a column',
    found: /^400 body\.\S+: ("" is not one of datetime, |must NOT have additional properties: precision$)/,
    reason: 'Insights are those of the contract.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['trackSiteEvents'],
    what: 'members of events, such as `feedback`',
    found: /^400 body\.events\.\*\S*: must NOT have additional properties: /,
    reason: 'Insights are those of the contract.',
    versions: ['0.143'],
  },
  {
    operations: ['inviteMembers'],
    what: 'texts that are not e-mail addresses',
    found: /^400 body\.emails\S*: must match pattern ""$/,
    reason: 'Later versions refuse such texts, too.',
    versions: ['0.143'],
  },
  {
    operations: ['aggregateSiteEvents'],
    what: 'questions without an answer, such as an order by a column that is not in `groupBy`',
    found:
      /^400 body\.\S+: (.* is not in groupBy$|.* is a count; group by |\w+ needs exactly one value$|claims cannot be compared|must be text, a number)/,
    reason: 'Refused, so that a test finds the mistake.',
    versions: ['0.143', '0.202'],
  },
];

export const differentAnswers: readonly PublishedDifference[] = [
  {
    operations: ['createSamlProvider'],
    what: 'no `ssoURL`, `entityID` and `certificate`',
    found: /^201: .*must have required property '(ssoURL|entityID|certificate)'/,
    reason: 'A provider can be created without them, but every answer requires them.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['aggregateSiteEvents'],
    what: 'values of columns',
    found: /^200: \/columns\/\d+\//,
    reason: 'The fixtures have values of the contract.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['getChangeRequestContent', 'listChangeRequestPages', 'getChangeRequestPage', 'getPageByPath'],
    what: 'no `kind` and `markdown` of some pages',
    found: /^200: .*'(markdown|kind)'/,
    reason: 'Pages of the contract have no kind. Computed pages and lists have no text.',
    versions: ['0.143', '0.202'],
  },
  {
    operations: ['listChangeRequestFileBacklinks', 'listChangeRequestPageLinks', 'listSpaceLinks'],
    what: 'no `kind` and `markdown` of some pages',
    found: /^200: .*'(markdown|kind)'/,
    reason: 'Pages of the contract have no kind. Computed pages and lists have no text.',
    versions: ['0.143'],
  },
  {
    operations: ['listVisitorSegments'],
    what: 'claims that match two schemas',
    found: /^200: .*passingSchemas/,
    reason: 'Two of the published schemas accept the same text.',
    versions: ['0.143', '0.202'],
  },
];

/** docform uses none of them. */
export const ignoredParameters: readonly (readonly [operation: string, parameters: readonly string[]])[] = [
  ['listSites', ['type']],
  ['listShareLinks', ['search']],
  ['getChangeRequestPage', ['format.markdown.refs', 'evaluated', 'dereferenced']],
  ['getPageByPath', ['format.markdown.refs', 'evaluated', 'dereferenced', 'cachedMetadata']],
  ['listRedirects', ['orderBy']],
  ['listAccessInSite', ['order', 'search', 'sort', 'team']],
];

const named = ({ operations, what, reason, ...difference }: PublishedDifference) => [
  operations.map((name) => `\`${name}\``).join(', '),
  what,
  versionsOf(difference)
    .map((version) => `\`${servedDialects[version].dialect}\``)
    .join(', '),
  reason,
];

/** The part of docs/platform/GITBOOK.md that `npm run docs:reference` writes. */
function differencesText(): string {
  return [
    '### Refused bodies\n',
    table(['Operations', 'Refused', 'Dialects', 'Reason'], refusedBodies.map(named)),
    '\n### Different answers\n',
    table(['Operations', 'Difference', 'Dialects', 'Reason'], differentAnswers.map(named)),
    '\n### Ignored query parameters\n',
    table(
      ['Operation', 'Parameters'],
      ignoredParameters.map(([operation, names]) => [
        `\`${operation}\``,
        names.map((name) => `\`${name}\``).join(', '),
      ]),
    ),
  ].join('\n');
}

export const differencesPage = 'docs/platform/GITBOOK.md';

const [begin, end] = ['<!-- Written by npm run docs:reference: begin -->', '<!-- end -->'];

/** The text of the page with the current tables. */
export function withDifferences(page: string): string {
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  return `${before}${begin}\n\n${differencesText()}\n${end}${after}`;
}
