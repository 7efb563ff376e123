/** Proposes the ASCII form of URLs, hosts and e-mail addresses: punycode for hosts, and percent-encoding for paths. */

/** undefined: the text has no other form that `isValid` accepts. */
export function asciiForm(text: string, isValid: (form: string) => boolean): string | undefined {
  // A lone surrogate has no encoding.
  if (/^[\x21-\x7e]*$/.test(text) || /\p{Cs}/u.test(text)) return undefined;
  const forms = [...asciiUrlForms(text), asciiEmailForms(text), ...asciiHostForms(text), encodeURI(text)];
  return forms.find((form) => form !== undefined && form !== text && isValid(form));
}

/** The proposal as a help text, such as `write the host in punycode: https://xn--bcher-kva.example`. */
export function asciiHint(form: string): string {
  const parts = [
    ...(form.includes('xn--') ? ['the host in punycode'] : []),
    ...(form.includes('%') ? ['the path percent-encoded'] : []),
  ];
  return `write ${parts.join(' and ')}: ${form}`;
}

function asciiUrlForms(text: string) {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) return [];
  return [withoutAddedSlash(text, new URL(text).href)];
}

function asciiEmailForms(text: string) {
  const [, name, domain] = /^([\x21-\x7e]+)@([^@/]+)$/.exec(text) ?? [];
  const host = domain === undefined ? undefined : asciiHostForms(domain)[0];
  return host === undefined ? undefined : `${name}@${host}`;
}

/** `bücher.example/docs`. */
function asciiHostForms(text: string) {
  if (!/^[^/@:?#\s]+\.[^/@:?#\s]+(\/|$)/.test(text) || !URL.canParse(`https://${text}`)) return [];
  const { host, pathname } = new URL(`https://${text}`);
  return [withoutAddedSlash(text, `${host}${pathname}`)];
}

/** Without the slash that a URL gets if it has no path. */
function withoutAddedSlash(text: string, form: string) {
  return text.endsWith('/') ? form : form.replace(/\/$/, '');
}
