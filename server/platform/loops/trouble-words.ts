import type { Locale } from '#domain/platform/locale.ts'
import { type Trouble, troubleValues } from '#domain/platform/trouble.ts'
import { translate } from '../runtime/translate.ts'

/** A trouble and what to do about it, in words. Rows of older versions may lack a value: a dash is shown instead, even for a number. */
export function troubleWords(
  language: Locale,
  { kind, subject, values }: Pick<Trouble, 'kind' | 'subject' | 'values'>,
): { text: string; todo: string } {
  const named = Object.fromEntries(troubleValues[kind].map((name) => [name, '–']))
  return {
    text: translate(language, `trouble.${kind}`, { ...named, ...values, subject: subject ?? '–' }).replaceAll(
      /\bNaN\b/g,
      '–',
    ),
    todo: translate(language, `trouble.${kind}.todo`),
  }
}
