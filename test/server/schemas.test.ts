/** Tests that every operation refuses each invalid member and parameter. */
import { type TSchema, Type } from '@sinclair/typebox';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { queryProblem, valueProblem } from './contract-check.ts';
import { crawl, type Known, knownPath, learn } from './known.ts';
import { type Opened, open } from './open.ts';

let at: Opened;
let known: Known;

beforeAll(async () => {
  at = open({ seed: 'medium' });
  known = await crawl(at);
  const comments = [...known.ids.keys()].filter(
    (path) => path.endsWith('/comments') && path.includes('/change-requests/'),
  );
  for (const path of comments) {
    const replies = `${path}/${known.ids.get(path)?.[0]}/replies`;
    learn(known, 'POST', replies, await at.post(replies, { body: { markdown: 'Yes.' } }));
  }
});

const wrongValues = [7, true, 'x', null, [7], { x: 7 }, 'x'.repeat(30_000), ''];

/** A body that is not an object, and bodies with one invalid member. */
function wrongBodies({ name, body }: Endpoint): readonly unknown[] {
  const schemas = Object.entries((body?.properties ?? {}) as { readonly [member: string]: TSchema });
  const members = schemas.map(([member, schema]) => {
    const wrong = wrongValues.find((value) => valueProblem(schema, value) !== undefined);
    return { [member]: wrong ?? expect.fail(`${name}: any ${member} is taken`) };
  });
  return [7, ...members];
}

const wrongTexts = ['x', '%20', '-1'];

/** Queries with one invalid or repeated parameter. */
function wrongQueries({ name, query }: Endpoint): readonly string[] {
  const schemas = Object.entries((query?.properties ?? {}) as { readonly [parameter: string]: TSchema });
  return schemas.map(([parameter, schema]) => {
    const tries = [...wrongTexts.map((text) => `${parameter}=${text}`), `${parameter}=a&${parameter}=a`];
    const alone = { name, query: Type.Object({ [parameter]: schema }) };
    const wrong = tries.find((text) => queryProblem(alone, new URLSearchParams(text), 'open') !== undefined);
    return wrong ?? expect.fail(`${name}: any ${parameter} is taken`);
  });
}

/** Existing ids where possible, so that the schema refuses the request. */
function pathOf(endpoint: Endpoint): string {
  return knownPath(known, endpoint) ?? expect.fail(`nothing of the seed to call ${endpoint.name} on`);
}

const sections = [...new Set(endpoints.map(({ section }) => section))];

for (const section of sections) {
  const takesBody = endpoints.filter((endpoint) => endpoint.section === section && endpoint.body !== undefined);
  const takesQuery = endpoints.filter((endpoint) => endpoint.section === section && endpoint.query !== undefined);

  if (takesBody.length > 0) {
    test(`${section}: an invalid body is 400 and names the place`, async () => {
      for (const endpoint of takesBody) {
        for (const body of wrongBodies(endpoint)) {
          const answer = await at.send(endpoint.method, pathOf(endpoint), body);
          expect([endpoint.name, answer.status, answer.message], JSON.stringify(body).slice(0, 100)).toEqual([
            endpoint.name,
            400,
            expect.stringMatching(/^body/),
          ]);
        }
      }
    });
  }

  if (takesQuery.length > 0) {
    test(`${section}: an invalid query is 400 and names the parameter`, async () => {
      for (const endpoint of takesQuery) {
        for (const query of wrongQueries(endpoint)) {
          const body = endpoint.body === undefined ? undefined : { body: {} };
          const answer = await at.send(endpoint.method, `${pathOf(endpoint)}?${query}`, body);
          expect([endpoint.name, answer.status, answer.message], query).toEqual([
            endpoint.name,
            400,
            expect.stringMatching(/^query/),
          ]);
        }
      }
    });
  }
}
