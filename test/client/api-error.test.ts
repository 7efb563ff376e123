/** The message of an error, and data that it must not contain. */
import { expect, test } from 'vitest';
import { TransportError } from '../../src/contract/transport-error.ts';
import { noAnswerError, refusalError } from '../../src/remote/client/api-error.ts';
import { answer, create, read, refused, remove } from './scripted.ts';

test('the message contains operation, method, path, status, server message and request id', () => {
  const error = refusalError(create, refused(409, 'name is taken', { 'x-request-id': 'r-7' }));
  expect(error.message).toBe(
    'createShareLink (POST /v1/orgs/o1/sites/s1/share-links): 409 name is taken [request r-7]',
  );
  expect(error).toMatchObject({
    name: 'ApiError',
    status: 409,
    request: {
      operation: 'createShareLink',
      method: 'POST',
      path: '/v1/orgs/o1/sites/s1/share-links',
      requestId: 'r-7',
    },
  });
  expect(error).toMatchObject({ serverMessage: 'name is taken', isAmbiguous: false });
});

test('the message omits the query, which can contain a share key', () => {
  const error = refusalError({ ...read, query: { shareKey: 'sesame' } }, refused(404, 'no'));
  expect(error.message).not.toContain('sesame');
});

test('the message contains no control characters, no direction changes and no long text', () => {
  const error = refusalError(read, refused(400, `\u001b[31mred\u0007\nline\u202egnirts\u0085${'x'.repeat(2000)}`));
  expect(error.serverMessage).toMatch(/^\[31mred line gnirts x+…$/);
  expect(error.serverMessage).toHaveLength(501);
});

test.each([
  ['no envelope', { message: 'plain' }, '400 plain'],
  ['text', 'oops', '400 oops'],
  ['nothing', undefined, '400 no reason given'],
  ['something else', { error: { message: 7 } }, '400 no reason given'],
])('an error body of %s is accepted', (_, body, said) => {
  expect(refusalError(read, answer(400, body)).message).toContain(said);
});

test('the message explains redirects and invalid JSON', () => {
  expect(refusalError(read, answer(301)).message).toContain('301 the platform sent a redirect');
  expect(refusalError(read, { status: 200, headers: {}, body: undefined, isMalformed: true }).message).toContain(
    '200 the response is not valid JSON',
  );
});

const lost = new TransportError('closed', true);
const unsent = new TransportError('refused', false);

test.each([
  ['a create whose answer was lost', noAnswerError(create, lost), true],
  ['a create that was never sent', noAnswerError(create, unsent), false],
  ['a delete whose answer was lost', noAnswerError(remove, lost), false],
  ['a create answered 500', refusalError(create, refused(500, 'no')), true],
  ['a create answered 504', refusalError(create, refused(504, 'no')), true],
  [
    'a create answered with half an answer',
    refusalError(create, { status: 201, headers: {}, body: undefined, isMalformed: true }),
    true,
  ],
  ['a create answered 400', refusalError(create, refused(400, 'no')), false],
  ['a create answered 429', refusalError(create, refused(429, 'no')), false],
  ['a delete answered 500', refusalError(remove, refused(500, 'no')), false],
])('%s is ambiguous only if the platform can have executed it', (_, error, isAmbiguous) => {
  expect(error.isAmbiguous).toBe(isAmbiguous);
});

test('an error without an answer has no status', () => {
  const error = noAnswerError(read, unsent);
  expect(error.status).toBeUndefined();
  expect(error.message).toBe('getSite (GET /v1/orgs/o1/sites/s1): no response: refused');
});
