import type { Locale } from '#domain/platform/locale.ts'
import { type Trouble, troubleValues } from '#domain/platform/trouble.ts'
import { translate } from '../runtime/translate.ts'

/** What is wrong, and what to do, in words. A row of an older version may lack a value: a dash stands for it, also where a number belongs. */
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
