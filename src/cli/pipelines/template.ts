/** Fills templates of pipelines: `<name>` is a value; `#if`, `#else`, `#each`, `#end` and `#include` select lines; `#-` starts a comment of the template. */
import { shippedText } from '../../disk/shipped-text.ts';

/** An empty text or list is false for `#if`. */
export interface TemplateValues {
  readonly [name: string]: string | readonly TemplateValues[];
}

export function filledTemplate(file: string, values: TemplateValues): string {
  return `${filledFile(file, values).join('\n')}\n`;
}

function filledFile(file: string, values: TemplateValues) {
  return filledLines(shippedText(`cli/pipelines/templates/${file}`).trimEnd().split('\n'), values);
}

function filledLines(lines: readonly string[], values: TemplateValues) {
  const filled: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, indent = '', directive, operand = ''] = /^( *)#(if not|if|each|include|-) (.+)$/.exec(line) ?? [];
    if (directive === undefined) filled.push(filledLine(line, values));
    if (directive === 'include') filled.push(...filledFile(operand, values).map((text) => `${indent}${text}`));
    if (directive === undefined || directive === 'include' || directive === '-') continue;
    const block = blockAt(lines, at);
    at = block.end;
    if (directive === 'each')
      for (const item of listIn(values, operand)) filled.push(...filledLines(block.body, { ...values, ...item }));
    else {
      const isSet = lookup(values, operand).length > 0;
      filled.push(...filledLines(isSet === (directive === 'if') ? block.body : block.otherwise, values));
    }
  }
  return filled;
}

function blockAt(lines: readonly string[], start: number) {
  let depth = 0;
  let middle: number | undefined;
  for (let at = start; at < lines.length; at += 1) {
    const directive = /^ *#(if|each|else|end)\b/.exec(lines[at] ?? '')?.[1];
    if (directive === 'if' || directive === 'each') depth += 1;
    if (directive === 'else' && depth === 1) middle = at;
    if (directive === 'end') depth -= 1;
    if (depth === 0)
      return { body: lines.slice(start + 1, middle ?? at), otherwise: lines.slice((middle ?? at) + 1, at), end: at };
  }
  throw new Error(`no #end for ${lines[start]}`);
}

function filledLine(line: string, values: TemplateValues) {
  return line.replace(/<([A-Za-z-]+)>/g, (_, name: string) => {
    const value = lookup(values, name);
    if (typeof value !== 'string') throw new Error(`<${name}> is a list`);
    return value;
  });
}

function listIn(values: TemplateValues, name: string): readonly TemplateValues[] {
  const value = lookup(values, name);
  if (typeof value === 'string') throw new Error(`#each ${name}: not a list`);
  return value;
}

function lookup(values: TemplateValues, name: string): TemplateValues[string] {
  const value = values[name];
  if (value === undefined) throw new Error(`<${name}> has no value`);
  return value;
}
