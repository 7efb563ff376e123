/** A checkout on Windows declares the same as one on Linux: line breaks and trailing blanks of certificates do not matter. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEmoji } from '../../src/contract/emoji.ts';
import { comparedText, writtenText } from '../../src/kinds/field.ts';
import { shapes } from '../../src/kinds/index.ts';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { load } from './memory-files.ts';

const pem = certificateOne;

const texts = {
  'docform.yaml': `version: 1
organization: acme
include: more.yaml
saml:
  okta: { label: Okta, certificate: { file: certs/okta.pem } }
  adfs:
    label: Adfs
    certificate: |
${certificateTwo.trimEnd().replace(/^/gm, '      ')}
openapi:
  petstore: { file: petstore.yaml }
  inline:
    text: |+
      openapi: 3.1.0

      info: {}

`,
  'more.yaml': `version: 1
sites:
  docs:
    title: Docs
    structure:
      - section: a
        title: A
        description: |
          First line
            and the second

          after a blank one
        spaces: []
      - section: b
        title: B
        description: >-
          folded over
          two lines

          and a break
        spaces: []
      - section: c
        title: C
        description: "in quotes, over
          two lines, \\r\\n and with an escape"
        spaces: []
`,
  'certs/okta.pem': pem,
  'petstore.yaml': 'openapi: 3.1.0\ninfo: { title: Pets }\n',
};

const said = (files: typeof texts) => {
  const { desired, problems } = load(files);
  return {
    problems: problems.map(({ code }) => code),
    fields: desired?.resources.map(({ address, fields }) => [address, fields]),
  };
};

test('a configuration with CRLF in every file declares the same resources', () => {
  const windows = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
  ) as typeof texts;
  expect(said(windows)).toEqual(said(texts));
});

const spoilt = fc.tuple(
  fc.constantFrom('\n', '\r\n', '\r'),
  fc.constantFrom('', ' ', '\t '),
  fc.constantFrom('', '\n', '\r\n\r\n'),
);

test('line breaks, trailing blanks and surrounding newlines do not change a certificate', () => {
  const type = shapes.get('saml-provider')?.fields.certificate?.type ?? { is: 'boolean' };
  fc.assert(
    fc.property(spoilt, ([newline, blanks, around]) => {
      const spoiltText =
        around +
        pem
          .trimEnd()
          .split('\n')
          .join(blanks + newline) +
        blanks +
        around;
      expect(comparedText(type, spoiltText)).toBe(comparedText(type, pem));
      expect(writtenText(type, spoiltText)).toBe(around === '' ? pem.trimEnd() : pem);
      expect(said({ ...texts, 'certs/okta.pem': `${spoiltText}\n` })).toEqual(said(texts));
    }),
  );
  expect(comparedText(type, certificateTwo)).not.toBe(comparedText(type, pem));
});

test.each([
  ['📝', '1f4dd', '1F4DD'],
  ['❤️', '2764-fe0f', '2764', '❤'],
  ['👨‍👩', '1f468-200d-1f469'],
  ['#️⃣', '23-fe0f-20e3', '0023-20e3'],
  ['🇫🇷', '1f1eb-1f1f7'],
])('%s is one emoji in both forms', (character, ...others) => {
  const type = shapes.get('space')?.fields.emoji?.type ?? { is: 'boolean' };
  for (const each of others) {
    expect(isEmoji(each)).toBe(true);
    expect(comparedText(type, each)).toBe(comparedText(type, character));
  }
  expect(writtenText(type, others[0] ?? '')).toBe(character);
});

test.each(['41', 'ffffff', 'd83d', 'fe0f', 'rocket'])('%s is not an emoji and stays unchanged', (text) => {
  const type = shapes.get('space')?.fields.emoji?.type ?? { is: 'boolean' };
  expect(writtenText(type, text)).toBe(text);
  expect(comparedText(type, text)).not.toBe(comparedText(type, '📝'));
});
