/** Redirect of a site, from a path to a part of the site or to another URL. One call writes all changes of a site. */
import type { Static } from '@sinclair/typebox';
import * as gitbook from '../../contract/gitbook/redirects.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Value } from '../../core/state.ts';
import { type BodyOf, callOf, defineKind, fieldFromSchema, type StepInput } from '../define-kind.ts';
import { booleanField, referenceField, textField } from '../field.ts';
import type { Decoded } from '../reading.ts';
import { addFields, decodeMembers, objectOrUndefined, textOrUndefined } from '../reading.ts';

type Entry = BodyOf<typeof gitbook.replaceRedirects>['redirects'][number];

/** A site has one redirect for each source, so the source is the identity, in a form that is safe as an id. */
function idOfSource(source: string): string {
  return Buffer.from(source).toString('base64url');
}

function decodeRedirect(value: unknown): Decoded | undefined {
  const item = objectOrUndefined(value);
  const to = objectOrUndefined(item?.destination);
  const decoded = decodeMembers(item, {
    id: 'source',
    needs: ['source'],
    may: ['draft', 'permanent', 'captureWildcard'],
  });
  if (decoded === undefined || to === undefined) return undefined;
  const [siteSpace, page] = [textOrUndefined(to.siteSpaceId), textOrUndefined(to.pageId)];
  const destination = {
    url: textOrUndefined(to.url),
    section: textOrUndefined(to.siteSectionId),
    ...(page === undefined ? { siteSpace } : { page: `${siteSpace}/${page}` }),
  };
  return addFields({ ...decoded, id: idOfSource(decoded.id) }, destination);
}

/** The declared destination; `exactlyOneOf` guarantees that there is one. */
function destinationInRequest({
  url,
  section,
  siteSpace,
  page,
}: StepInput['fields']): Static<typeof gitbook.SiteRedirect>['destination'] {
  if (url !== undefined) return { kind: 'external', url: String(url) };
  if (section !== undefined) return { kind: 'site-section', siteSectionId: String(section) };
  if (siteSpace !== undefined) return { kind: 'site-space', siteSpaceId: String(siteSpace) };
  const [siteSpaceId = '', pageId = ''] = String(page).split('/');
  return { kind: 'site-page', siteSpaceId, pageId };
}

function requestEntry({ operation, id, fields }: NonNullable<StepInput['items']>[number]): Entry {
  const source = Buffer.from(id, 'base64url').toString();
  if (operation === 'delete') return { source, destination: null };
  const booleanOrUndefined = (value: Value | undefined) => (value === undefined ? undefined : value === true);
  return {
    source,
    intent: fields.draft === true ? 'draft' : 'live',
    destination: destinationInRequest(fields),
    ...withoutUndefined({
      permanent: booleanOrUndefined(fields.permanent),
      captureWildcard: booleanOrUndefined(fields.captureWildcard),
    }),
  };
}

/** Each entry of a request succeeds or fails alone, and the answer has the status of a success. */
function refusalInAnswer(reply: unknown) {
  const results = objectOrUndefined(reply)?.results;
  const failed = (Array.isArray(results) ? results : [])
    .map(objectOrUndefined)
    .filter((each) => each?.status === 'error');
  if (failed.length === 0) return undefined;
  return {
    reason: `the platform refused ${failed.map((each) => `${each?.source}: ${each?.error}`).join('; ')}`,
    hint: 'correct these redirects, then run `docform apply` again. The other redirects of the request are in effect',
  };
}

const isWithin = { within: 'parent', mayDangle: true } as const;

export const redirect = defineKind({
  name: 'redirect',
  segment: 'redirects',
  title: 'redirect',
  description: 'A redirect from a path of the site, which is the key.',
  parents: ['site'],
  key: { field: 'source', isPath: true },
  naturalKeys: [['source']],
  shorthand: 'url',
  exactlyOneOf: ['url', 'section', 'siteSpace', 'page'],
  bulk: true,
  sharesId: true,
  replacesWhole: true,
  dialects: ['gitbook'],
  fields: {
    source: fieldFromSchema(gitbook.RedirectSource, 'Path on the site. An asterisk at its end stands for any text.', {
      example: '/old-guide',
      writtenBy: 'create',
      change: 'replace',
      // A redirect must not lead away from content that the same plan moves later.
      after: ['section', 'section-group', 'site-space'],
    }),
    url: fieldFromSchema(gitbook.RedirectUrl, 'Destination outside the structure of the site.', {
      example: 'https://acme.dev/status',
    }),
    section: referenceField('section', 'Destination: a section of the site.', isWithin),
    siteSpace: referenceField('site-space', 'Destination: a site-space of the site.', isWithin),
    page: textField(
      'Destination: a page, as the IDs of its site-space and of the page.',
      { example: 'sitesp_1/page_1' },
      { pattern: '^[\\w-]+/[\\w-]+$' },
    ),
    draft: booleanField('Whether the redirect is a draft, which has no effect.', { initial: false }),
    permanent: booleanField('Whether browsers and search engines can remember the redirect.', { initial: false }),
    captureWildcard: booleanField('Whether the text that matches the asterisk is appended to the destination.', {
      initial: false,
    }),
  },
  reading: {
    by: 'list',
    call: callOf(gitbook.listRedirects),
    decode: decodeRedirect,
  },
  idOfKey: idOfSource,
  bulkCalls: (step) => {
    const entries = (step.items ?? []).map(requestEntry);
    const starts = Array.from(
      { length: Math.ceil(entries.length / gitbook.maxRedirects) },
      (_, at) => at * gitbook.maxRedirects,
    );
    return starts.map((at) =>
      callOf(gitbook.replaceRedirects)({ ...step, body: { redirects: entries.slice(at, at + gitbook.maxRedirects) } }),
    );
  },
  refusal: refusalInAnswer,
});
