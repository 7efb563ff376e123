/** Valid certificates for tests, without private keys. They expire in 2036, 2046 and 2066. */

export const certificateOne = [
  '-----BEGIN CERTIFICATE-----',
  'MIHCMHYCAQEwBQYDK2VwMA4xDDAKBgNVBAMMA29uZTAeFw0yNjExMjcwMjAwNDNa',
  'Fw0zNjExMjQwMjAwNDNaMA4xDDAKBgNVBAMMA29uZTAqMAUGAytlcAMhAFgq1fx1',
  'U0qJL5xqVtzgwFisnVCP+nGXgIagEgCfl3ZnMAUGAytlcANBAHpw+C4HXvfhzwEb',
  'gWWXsD7nH3WKnYCF8M+WArmaNZniG/mn0owjpz9tqJNMAxYlGEn88OVpyg8tbdhr',
  'zBaTnQI=',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

export const certificateTwo = [
  '-----BEGIN CERTIFICATE-----',
  'MIHCMHYCAQEwBQYDK2VwMA4xDDAKBgNVBAMMA3R3bzAeFw0yNjExMjcwMjAwNDNa',
  'Fw00NjExMjIwMjAwNDNaMA4xDDAKBgNVBAMMA3R3bzAqMAUGAytlcAMhAH7rLXUj',
  'SJA2BW/ypXecXyeuF70KBnhnOOSI/bT144pFMAUGAytlcANBAFcpEsbIfrbH95zj',
  'nR4O23ulo2TmmZc7VZOl77/bkKKeMjIzJmniedFmgYmKJa9KWkt+iTwTkcRHqvRv',
  'AxVscgU=',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

export const certificateThree = [
  '-----BEGIN CERTIFICATE-----',
  'MIHIMHwCAQEwBQYDK2VwMBAxDjAMBgNVBAMMBXRocmVlMCAXDTI2MTEyNzAyMDA0',
  'M1oYDzIwNjYxMTE3MDIwMDQzWjAQMQ4wDAYDVQQDDAV0aHJlZTAqMAUGAytlcAMh',
  'AGizNp/6r67KMrZ8U1E9/tsHWqrmsitfLnRNGdHEKlUbMAUGAytlcANBAAwF2lrL',
  'm7rRhoRIstjBL8EofGflU2UdHudt/BeWd2XPohkwuDxWEGABe674L5JR7kRl3mI9',
  'EaMMWUSA9/cLKwo=',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

const named: readonly (readonly [string, string])[] = [
  ['CERTIFICATE-ONE', certificateOne],
  ['CERTIFICATE-TWO', certificateTwo],
  ['CERTIFICATE-THREE', certificateThree],
];

/** Replaces `"CERTIFICATE-ONE"` in YAML by the certificate. */
export function withCertificates(yaml: string): string {
  return named.reduce((text, [name, pem]) => text.replaceAll(`"${name}"`, JSON.stringify(pem)), yaml);
}

/** The name of a certificate, and every other text as it is. */
export function certificateName(text: string): string {
  return named.find(([, pem]) => pem === text)?.[0] ?? text;
}
