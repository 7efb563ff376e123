/** The default of a section is found in each place where the API can return it. */
import { expect, test } from 'vitest';
import { objectOf, platform, read, structure } from './organization.ts';
import type { Script } from './scripted-client.ts';

const sections = platform['sites/s1/sections'] as readonly { readonly id: string }[];
const siteSpaces = platform['sites/s1/site-spaces'] as readonly { readonly id: string; readonly section: string }[];

/** `within`: flagged ids in embedded site-spaces; undefined: none are embedded. `listed`: flagged ids in the list. */
function flagging(listed: readonly string[], within?: readonly string[]): Script {
  const flagged = (ids: readonly string[]) => siteSpaces.map((item) => ({ ...item, default: ids.includes(item.id) }));
  const embedded = (section: string) =>
    within === undefined ? {} : { siteSpaces: flagged(within).filter((item) => item.section === section) };
  return {
    ...platform,
    'sites/s1/sections': sections.map((item) => ({ ...item, ...embedded(item.id) })),
    'sites/s1/site-spaces': flagged(listed),
  };
}

test.each([
  ['the site default in the list, section defaults in the sections', flagging(['ss-1'], ['ss-1', 'ss-3'])],
  ['section defaults in the list and in the sections', flagging(['ss-1', 'ss-3'], ['ss-1', 'ss-3'])],
  ['section defaults in the list, and no embedded site-spaces', flagging(['ss-1', 'ss-3'])],
  ['section defaults in the list, and only the site default in the sections', flagging(['ss-1', 'ss-3'], ['ss-1'])],
])('defaults are found: %s', async (_, script) => {
  const live = await read(script, structure);
  expect(objectOf(live, 'section', 'sec-g')?.fields.default).toBe('ss-1');
  expect(objectOf(live, 'section', 'sec-p')?.fields.default).toBe('ss-3');
});
