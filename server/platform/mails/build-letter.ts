import { withColon } from '#domain/platform/bind-spaces.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { escapeHtml } from '../http/escape-html.ts'

export type Letter = { subject: string; text: string; html: string }

/** A mail of a few paragraphs with at most one link, as text and as simple HTML. */
export function buildLetter(
  language: Locale,
  {
    subject,
    before,
    link,
    after = [],
  }: {
    subject: string
    before: string[]
    link?: { words: string; url: string }
    after?: string[]
  },
): Letter {
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const anchor = link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.words)}</a></p>`] : []
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: [...before, ...(link ? [`${withColon(language, link.words)}\n${link.url}`] : []), ...after]
      .join('\n\n')
      .concat('\n'),
    html: [
      '<!doctype html>',
      `<html lang="${language}"><body style="font-family:sans-serif">`,
      `<h1 style="font-size:20px">${escapeHtml(subject)}</h1>`,
      ...paragraphs(before),
      ...anchor,
      ...paragraphs(after),
      '</body></html>',
    ].join('\n'),
  }
}
