/** The cases in the `gitbook` dialect: every request is published, and the apply reaches the desired state. */
import { expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { caseNames, readCase } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';
import { publishedDocument, type Version } from './published-documents.ts';

/** Requests that the document does not allow, in words. */
function refusedBy(version: Version, requests: readonly WireRequest[]): readonly string[] {
  const document = publishedDocument(version);
  return requests.flatMap(({ method, path, body }) => {
    const problem = document.missing(method, path) ?? document.requestProblem(method, path, body);
    return problem === undefined ? [] : [`${method} ${path}: ${problem}`];
  });
}

async function runIn(dialect: Dialect, name: string) {
  const requests: WireRequest[] = [];
  const run = await carryOutCase(readCase(name), { dialect, note: (request) => void requests.push(request) });
  return { run, requests };
}

/** Cases that GitBook cannot have, by prefix, and why. */
const impossible: { readonly [prefix: string]: string } = {
  'translation/': 'a translation has no title there',
  'adaptive-schema/unsigned-claims-are-emptied': 'unsigned claims have one fixed description there',
  'adaptive-schema/what-the-language-cannot-say-is-kept': 'a schema has no properties of its own there',
};

const possible = caseNames().filter((name) => !Object.keys(impossible).some((prefix) => name.startsWith(prefix)));

async function expectArrival(dialect: Dialect, name: string, ...versions: readonly Version[]) {
  const { run, requests } = await runIn(dialect, name);
  for (const version of versions) expect(refusedBy(version, requests)).toEqual([]);
  if (isBlocked(run.planned.plan)) return;
  expect(run.faults).toEqual([]);
  if (readCase(name).second === '')
    expect(remoteChanges(run.second.plan).map(({ action, address }) => `${action} ${address}`)).toEqual([]);
}

test.each(possible)('%s sends only published requests, and a second plan is empty', async (name) => {
  await expectArrival('gitbook', name, '0.202');
});

/** The older versions differ only in a few operations, so some of the cases are enough. */
const some = possible.filter((name, at) => at % 4 === 0 && readCase(name).dialect === undefined);

test.each(some)('%s sends only published requests before drafts, and a second plan is empty', async (name) => {
  await expectArrival('gitbook-0.180', name, '0.130', '0.143');
});
