/** Tests deeply nested values: accepted or refused wherever a schema is open, and readable afterwards. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { createPlatform } from '../../src/server/index.ts';
import { replyProblem } from './contract-check.ts';
import { plans, requestOf } from './fuzz-plan.ts';
import { crawl, knownPath } from './known.ts';
import { speak } from './open.ts';

const lists = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Bodies with a deep value, by operation. */
function deepBodies(deep: string, levels: number): readonly (readonly [operation: string, body: string])[] {
  const specification = `{"openapi":"3.1.0","info":{"title":"x","version":"1","x":${deep}},"paths":{}}`;
  const comment = (markdown: string): string => JSON.stringify({ body: { markdown } });
  return [
    ['trackSiteEvents', `{"events":[{"type":"page_view","session":{"visitorAuthClaims":{"a":${deep}}}}]}`],
    ['aggregateSiteEvents', `{"range":"lastYear","where":[{"column":"url","values":[${deep}]}]}`],
    ['createSpaceComment', `{"body":{"document":{"object":"document","data":{"a":${deep}},"nodes":[]}}}`],
    ['createChangeRequestComment', `{"body":{"document":{"object":"document","nodes":[${deep}]}}}`],
    ['updateCustomFieldValues', `{"values":{"owner":{"value":"x","more":${deep}}}}`],
    [
      'replaceAdaptiveSchema',
      `{"jsonSchema":{"type":"object","properties":{},"additionalProperties":false,"more":${deep}}}`,
    ],
    ['putOpenApiSpec', JSON.stringify({ source: { text: specification } })],
    ['createSpaceComment', comment(`${'>'.repeat(levels)} x`)],
    ['createSpaceComment', comment(`${'- '.repeat(levels)} x`)],
    ['createSpaceComment', comment(`${'['.repeat(levels)}x${']'.repeat(levels)}`)],
  ];
}

test('any depth is either accepted and readable, or refused', async () => {
  const faults: unknown[] = [];
  const platform = createPlatform({ seed: 'medium', onFault: (error) => faults.push(error) });
  const known = await crawl(speak(platform));
  const send = async (endpoint: Endpoint, body?: string): Promise<number> => {
    const init = {
      method: endpoint.method,
      headers: { authorization: `Bearer ${platform.token}` },
      ...(body === undefined ? {} : { body }),
    };
    const response = await platform.fetch(new Request(`http://platform.test${knownPath(known, endpoint)}`, init));
    await response.text();
    return response.status;
  };
  for (const [levels, deep] of [50, 8000, 50_000].flatMap((levels) => [
    [levels, lists(levels)] as const,
    [levels, objects(levels)] as const,
  ])) {
    for (const [name, body] of deepBodies(deep, levels)) {
      const endpoint = endpoints.find((one) => one.name === name) ?? expect.fail(name);
      const status = await send(endpoint, body);
      expect(faults, `${name} with ${levels} levels`).toEqual([]);
      if (status >= 400) continue;
      const reads = endpoints.filter(({ method, section }) => method === 'GET' && section === endpoint.section);
      for (const read of reads.filter((one) => knownPath(known, one) !== undefined)) await send(read);
      expect(faults, `read after ${name} with ${levels} levels`).toEqual([]);
    }
  }
  platform.close();
});

test('unknown members of any depth are harmless', async () => {
  const faults: unknown[] = [];
  const platform = createPlatform({ seed: 'medium', onFault: (error) => faults.push(error) });
  const known = await crawl(speak(platform));
  const { seed = 1 } = fc.readConfigureGlobal() ?? {};
  const mark = '\u2063';
  const more = JSON.stringify(mark);
  let succeeded = 0;
  for (const plan of fc.sample(plans, { numRuns: 1500, seed })) {
    if (plan.endpoint.body === undefined || plan.endpoint.method === 'DELETE') continue;
    const { method, path, search, body = '{}' } = requestOf({ ...plan, bends: [] }, known, [platform.token]);
    const withMore = JSON.parse(body, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, more: mark } : value,
    ) as unknown;
    const response = await platform.fetch(
      new Request(`http://platform.test${path}?${search}`, {
        method,
        headers: { authorization: `Bearer ${platform.token}` },
        body: JSON.stringify(withMore).replaceAll(more, lists(plan.pickId % 2 === 0 ? 900 : 20_000)),
      }),
    );
    const text = await response.text();
    expect(faults, `${plan.endpoint.name} ${body}`).toEqual([]);
    const wrong = replyProblem(plan.endpoint, response.status, text === '' ? undefined : JSON.parse(text));
    expect(wrong, `${plan.endpoint.name} ${body}`).toBeUndefined();
    if (response.status < 400) succeeded += 1;
  }
  expect(succeeded).toBeGreaterThan(100);
  platform.close();
});
