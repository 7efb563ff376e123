/** Texts by language. */
import { Type } from '@sinclair/typebox';

/** Only of languages other than the default. */
export const localizedTextSchema = (maxLength?: number) =>
  Type.Record(Type.String(), Type.String(maxLength === undefined ? {} : { maxLength }));
