/** A text contains the value of a variable with the characters as written, whatever YAML reads in them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isScalar, parseDocument } from 'yaml';
import { loadDesired } from '../config/memory-files.ts';
import { always } from './law.ts';

const likeValues = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.+-_eExXoOabcdef:'), minLength: 1, maxLength: 12 }),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.nat().map((count) => `0${count}`),
  fc.constantFrom('true', 'TRUE', 'False', 'yes', 'off', '.inf', '-.INF', '.nan', '2026-01-01T10:00:00Z', '0b101'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text).replaceAll('$', '')),
);

/** undefined: the text is not one scalar, or it is null. */
function writtenIn(yaml: string): string | undefined {
  const document = parseDocument(`name: ${yaml}\n`, { version: '1.2', schema: 'core', logLevel: 'silent' });
  const node = document.get('name', true);
  if (document.errors.length > 0 || !isScalar(node) || node.value === null) return undefined;
  return typeof node.value === 'string' ? node.value : node.source;
}

test('a text contains the characters of a variable as written, from `vars`, an environment file and a flag', async () => {
  await always(600, [likeValues], async (yaml) => {
    const written = writtenIn(yaml);
    if (written === undefined || /[\p{C}\p{Z}]/u.test(written)) return;
    const main = (value: string) =>
      `version: 1\norganization: acme\nvars:\n  name: ${value}\nsettings:\n  title: "<\${vars.name}>"\n`;
    const title = (...given: Parameters<typeof loadDesired>) => loadDesired(...given).resources[0]?.fields.title;
    expect(title(main(yaml))).toBe(`<${written}>`);
    const files = { 'docform.yaml': main('"0"'), 'env/staging.yaml': `name: ${yaml}\n` };
    expect(title(files, { environment: 'staging' })).toBe(`<${written}>`);
    expect(title(main('"0"'), { variables: { name: written } })).toBe(`<${written}>`);
  });
});
