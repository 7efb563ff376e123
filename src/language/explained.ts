/** Explains kinds and fields by their path, such as `sites` or `teams.members.role`. */
import type { KindShape, Shapes } from '../kinds/shape.ts';
import { fieldWords, kindWords, sentence, typeWords } from './words.ts';

/** Paragraphs by path. */
export function explainedPaths(shapes: Shapes): ReadonlyMap<string, () => readonly string[]> {
  const explained = new Map<string, () => readonly string[]>();
  for (const shape of shapes.values())
    for (const path of pathsOf(shape, shapes)) {
      explained.set(path, () => [sentence(shape.description), kindWords(shape, shapes).trim()]);
      for (const [name, field] of Object.entries(shape.fields))
        explained.set(`${path}.${name}`, () => {
          const { meaning, facts, example } = fieldWords(field, shapes);
          return [`Value: ${typeWords(field.type, shapes)}`, meaning, facts, ...example];
        });
    }
  return explained;
}

function pathsOf({ segment, parents }: KindShape, shapes: Shapes): readonly string[] {
  if (parents === undefined) return [segment];
  return parents.flatMap((kind) => {
    const parent = shapes.get(kind);
    return parent === undefined ? [] : pathsOf(parent, shapes).map((path) => `${path}.${segment}`);
  });
}
